/** What to do on Linux, in the words of the person's desktop. */
export interface DesktopRemedy {
  /** No keychain answers. */
  readonly missing: string
  /** The keychain is there but locked. */
  readonly locked: string
}

const gnome: DesktopRemedy = {
  missing:
    'Install and start GNOME Keyring (Debian and Ubuntu: sudo apt install gnome-keyring), log out and in again, and try once more.',
  locked:
    'Unlock the keyring: open “Passwords and Keys” (seahorse), choose the login keyring, unlock it, and try once more.',
}

const kde: DesktopRemedy = {
  missing:
    'Open System Settings, choose KDE Wallet, turn on “Enable the KDE wallet subsystem” and the Secret Service interface, log out and in again, and try once more.',
  locked: 'Open KWalletManager, open the wallet with its password, and try once more.',
}

const other: DesktopRemedy = {
  missing:
    'Install a keychain that offers the Secret Service, such as GNOME Keyring (Debian and Ubuntu: sudo apt install gnome-keyring), KDE Wallet or KeePassXC, start it in this session, and try once more.',
  locked:
    'Unlock the keyring in its own program (for example seahorse, KWalletManager or KeePassXC), and try once more.',
}

const noDesktop: DesktopRemedy = {
  missing:
    'Without a desktop, start one for this shell: dbus-run-session -- sh, then gnome-keyring-daemon --unlock --components=secrets (it reads the password from standard input), then Clavis.',
  locked:
    'Without a desktop nothing can ask for the password: run gnome-keyring-daemon --unlock (it reads the password from standard input), and try once more.',
}

/** @param env environment variables; `XDG_CURRENT_DESKTOP` is a list such as `ubuntu:GNOME` */
export function desktopRemedy(env: Readonly<Record<string, string | undefined>>): DesktopRemedy {
  const desktops = (env['XDG_CURRENT_DESKTOP'] ?? '').toLowerCase().split(':')
  if (desktops.includes('kde')) return kde
  if (desktops.some((name) => ['gnome', 'unity', 'x-cinnamon', 'mate', 'xfce', 'budgie', 'pantheon'].includes(name)))
    return gnome
  return (env['DISPLAY'] ?? '') === '' && (env['WAYLAND_DISPLAY'] ?? '') === '' ? noDesktop : other
}
