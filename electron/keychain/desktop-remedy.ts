/** What to do, and the shell command for it if there is one. */
export interface KeychainRemedy {
  readonly hint: string
  readonly command?: string
}

/** Advice for the user's Linux desktop. */
export interface DesktopRemedy {
  /** No keychain is running. */
  readonly missing: KeychainRemedy
  /** There is no session bus to reach a keychain on. */
  readonly withoutBus: KeychainRemedy
  /** The keychain is locked. */
  readonly locked: KeychainRemedy
}

/**
 * Starts GNOME Keyring, in place of a running one, with a typed password, which must not include the line break. Checked with GNOME Keyring 42 by
 * `desktop-remedy.test.ts`.
 */
const openKeyring =
  `printf "Keyring password: "; stty -echo; IFS= read -r p; stty echo; ` +
  `printf %s "$p" | gnome-keyring-daemon --replace --unlock --components=secrets; unset p`

const gnomeMissing: KeychainRemedy = {
  hint: 'Install GNOME Keyring with this command (Debian, Ubuntu). Then log out, log in and try again.',
  command: 'sudo apt install gnome-keyring',
}

const gnome: DesktopRemedy = {
  missing: gnomeMissing,
  withoutBus: gnomeMissing,
  locked: {
    hint: 'Try again and enter the keyring’s password, or unlock the login keyring in Passwords and Keys (seahorse).',
  },
}

const kdeMissing: KeychainRemedy = {
  hint: 'In System Settings, open KDE Wallet and turn on “Enable the KDE wallet subsystem” and the Secret Service interface. Then log out, log in and try again.',
}

const kde: DesktopRemedy = {
  missing: kdeMissing,
  withoutBus: kdeMissing,
  locked: { hint: 'Open the wallet in KWalletManager and try again.' },
}

const otherMissing: KeychainRemedy = {
  hint: 'Install and start a keychain that provides the Secret Service, such as GNOME Keyring, KDE Wallet or KeePassXC, and try again. This command installs GNOME Keyring (Debian, Ubuntu).',
  command: 'sudo apt install gnome-keyring',
}

const other: DesktopRemedy = {
  missing: otherMissing,
  withoutBus: otherMissing,
  locked: { hint: 'Unlock it in its app (for example seahorse, KWalletManager or KeePassXC) and try again.' },
}

const requirement = '(requires gnome-keyring and dbus; on Debian and Ubuntu: sudo apt install gnome-keyring dbus)'

const noDesktop: DesktopRemedy = {
  missing: {
    hint: `Start GNOME Keyring in this session ${requirement} and try again. It asks for the keyring’s password; choose one the first time.`,
    command: openKeyring,
  },
  withoutBus: {
    hint: `Start a shell with its own session and keyring ${requirement} and run Clavis in it. It asks for the keyring’s password; choose one the first time.`,
    command: `dbus-run-session -- sh -c '${openKeyring}; exec "$SHELL"'`,
  },
  locked: {
    hint: 'Without a desktop, GNOME Keyring can’t ask for its password. Restart it unlocked with this command and try again. Nothing stored in it is lost. Unlock another keychain, such as KeePassXC, in its app.',
    command: openKeyring,
  },
}

/** Chooses the advice for a desktop. @param env environment variables; `XDG_CURRENT_DESKTOP` is a list such as `ubuntu:GNOME` */
export function desktopRemedy(env: Readonly<Record<string, string | undefined>>): DesktopRemedy {
  const desktops = (env['XDG_CURRENT_DESKTOP'] ?? '').toLowerCase().split(':')
  if (desktops.includes('kde')) return kde
  if (desktops.some((name) => ['gnome', 'unity', 'x-cinnamon', 'mate', 'xfce', 'budgie', 'pantheon'].includes(name)))
    return gnome
  return (env['DISPLAY'] ?? '') === '' && (env['WAYLAND_DISPLAY'] ?? '') === '' ? noDesktop : other
}
