/** What to do, and the shell command for it where there is one. */
export interface Remedy {
  readonly hint: string
  readonly command?: string
}

/** What to do on Linux, in the words of the person's desktop. */
export interface DesktopRemedy {
  /** No keychain answers. */
  readonly missing: Remedy
  /** There is no session bus, on which a keychain could answer. */
  readonly withoutBus: Remedy
  /** The keychain is there but locked. @param keyring the process of GNOME Keyring, if that is what is locked */
  readonly locked: (keyring: number | undefined) => Remedy
}

/**
 * Starts GNOME Keyring with the password that is typed. The password must reach it without the line's end. Tried with
 * GNOME Keyring 42, and again by each run of the tests (`desktop-remedy.test.ts`).
 */
const openKeyring =
  `printf "Keyring password: "; stty -echo; IFS= read -r p; stty echo; ` +
  `printf %s "$p" | gnome-keyring-daemon --unlock --components=secrets; unset p`

const gnomeMissing: Remedy = {
  hint: 'Install GNOME Keyring with this command (Debian, Ubuntu), log out and in again, and try once more.',
  command: 'sudo apt install gnome-keyring',
}

const gnome: DesktopRemedy = {
  missing: gnomeMissing,
  withoutBus: gnomeMissing,
  locked: () => ({
    hint: 'Try again and enter the password when the keyring asks, or open “Passwords and Keys” (seahorse), select the login keyring and unlock it.',
  }),
}

const kdeMissing: Remedy = {
  hint: 'Open System Settings, choose KDE Wallet, turn on “Enable the KDE wallet subsystem” and the Secret Service interface, log out and in again, and try once more.',
}

const kde: DesktopRemedy = {
  missing: kdeMissing,
  withoutBus: kdeMissing,
  locked: () => ({ hint: 'Open KWalletManager, open the wallet with its password, and try once more.' }),
}

const otherMissing: Remedy = {
  hint: 'Install a keychain that offers the Secret Service, such as GNOME Keyring, KDE Wallet or KeePassXC, start it in this session, and try once more. This command installs GNOME Keyring (Debian, Ubuntu).',
  command: 'sudo apt install gnome-keyring',
}

const lockedElsewhere: Remedy = {
  hint: 'Unlock it in its own program (for example seahorse, KWalletManager or KeePassXC), and try once more.',
}

const other: DesktopRemedy = { missing: otherMissing, withoutBus: otherMissing, locked: () => lockedElsewhere }

const needed = '(it needs gnome-keyring and dbus; Debian and Ubuntu: sudo apt install gnome-keyring dbus)'

const noDesktop: DesktopRemedy = {
  missing: {
    hint: `Start GNOME Keyring in this session ${needed}, and try once more. It asks for the keyring’s password; the first time, choose one.`,
    command: openKeyring,
  },
  withoutBus: {
    hint: `Start a shell with a session and a keyring of its own ${needed}, and run Clavis in it. It asks for the keyring’s password; the first time, choose one.`,
    command: `dbus-run-session -- sh -c '${openKeyring}; exec "$SHELL"'`,
  },
  locked: (keyring) =>
    keyring === undefined
      ? lockedElsewhere
      : {
          hint: 'Without a desktop the keyring cannot ask for its password. Restart it unlocked, and try once more. Nothing stored in it is lost.',
          command: `kill ${keyring}; ${openKeyring}`,
        },
}

/** @param env environment variables; `XDG_CURRENT_DESKTOP` is a list such as `ubuntu:GNOME` */
export function desktopRemedy(env: Readonly<Record<string, string | undefined>>): DesktopRemedy {
  const desktops = (env['XDG_CURRENT_DESKTOP'] ?? '').toLowerCase().split(':')
  if (desktops.includes('kde')) return kde
  if (desktops.some((name) => ['gnome', 'unity', 'x-cinnamon', 'mate', 'xfce', 'budgie', 'pantheon'].includes(name)))
    return gnome
  return (env['DISPLAY'] ?? '') === '' && (env['WAYLAND_DISPLAY'] ?? '') === '' ? noDesktop : other
}
