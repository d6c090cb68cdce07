/** What to do, and the shell command for it if there is one. */
export interface KeychainRemedy {
  readonly hint: string
  readonly command?: string
}

/** Advice for the user's Linux desktop. */
export interface DesktopRemedy {
  readonly missing: KeychainRemedy
  readonly locked: KeychainRemedy
}

/**
 * Starts GNOME Keyring, in place of a running one, with a typed password, which must not include the line break. Checked with
 * GNOME Keyring 42 by `desktop-remedy.test.ts`.
 */
const openKeyring =
  `printf "Keyring password: "; stty -echo; IFS= read -r p; stty echo; ` +
  `printf %s "$p" | gnome-keyring-daemon --replace --unlock --components=secrets; unset p`

const requirement = '(requires gnome-keyring and dbus; on Debian and Ubuntu: sudo apt install gnome-keyring dbus)'

/** There is no session bus to reach a keychain on, whatever is installed. */
export const remedyWithoutBus: KeychainRemedy = {
  hint: `On a desktop, start Clavis from its session. Elsewhere, start a shell with its own session and keyring ${requirement} and run Clavis in it. It asks for the keyring’s password; choose one the first time. A job can use an encrypted backup instead: clavis --secrets-from.`,
  command: `dbus-run-session -- sh -c '${openKeyring}; exec "$SHELL"'`,
}

const gnome: DesktopRemedy = {
  missing: {
    hint: 'Install GNOME Keyring with this command (Debian, Ubuntu). Then log out, log in and try again.',
    command: 'sudo apt install gnome-keyring',
  },
  locked: {
    hint: 'Try again and enter the keyring’s password, or unlock the login keyring in Passwords and Keys (seahorse).',
  },
}

const kde: DesktopRemedy = {
  missing: {
    hint: 'In System Settings, open KDE Wallet and turn on “Enable the KDE wallet subsystem” and the Secret Service interface. Then log out, log in and try again.',
  },
  locked: { hint: 'Open the wallet in KWalletManager and try again.' },
}

/** Another desktop or none. A display says nothing about that: a server may have a virtual one. */
const other: DesktopRemedy = {
  missing: {
    hint: `Start a keychain that provides the Secret Service, such as GNOME Keyring, KDE Wallet or KeePassXC, and try again. This command starts GNOME Keyring in this session ${requirement}. It asks for the keyring’s password; choose one the first time.`,
    command: openKeyring,
  },
  locked: {
    hint: 'Unlock it in its app (for example seahorse, KWalletManager or KeePassXC) and try again. Without a desktop, GNOME Keyring can’t ask for its password: restart it unlocked with this command. Nothing stored in it is lost.',
    command: openKeyring,
  },
}

/** Chooses the advice for a desktop. @param env environment variables; `XDG_CURRENT_DESKTOP` is a list such as `ubuntu:GNOME` */
export function desktopRemedy(env: Readonly<Record<string, string | undefined>>): DesktopRemedy {
  const desktops = (env['XDG_CURRENT_DESKTOP'] ?? '').toLowerCase().split(':')
  if (desktops.includes('kde')) return kde
  return desktops.some((name) => ['gnome', 'unity', 'x-cinnamon', 'mate', 'xfce', 'budgie', 'pantheon'].includes(name))
    ? gnome
    : other
}
