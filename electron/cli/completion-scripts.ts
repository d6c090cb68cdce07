import type { Command, Option } from 'commander'

export const shells = ['bash', 'zsh', 'fish'] as const
export type CompletionShell = (typeof shells)[number]

/** Options of the program itself, which every command takes. */
const globalOptions = ['--help', '--json', '--data-dir', '--secrets-from', '--passphrase-fd']

const zshStart = [
  '(( $+functions[compdef] )) || { autoload -U +X compinit && compinit; }',
  'autoload -U +X bashcompinit && bashcompinit',
  '',
].join('\n')

/** A command with the words that lead to it, such as `key create`. */
interface Completed {
  readonly path: string
  readonly command: Command
}

/** Returns the completion script of a shell. @param program with all its commands */
export function completionScript(program: Command, shell: CompletionShell): string {
  const all = completedIn(program, '')
  if (shell === 'fish') return fishScript(all)
  // Zsh runs the completion of bash.
  return `${shell === 'zsh' ? zshStart : ''}${bashScript(all)}`
}

function completedIn(command: Command, path: string): Completed[] {
  const own: Completed = { path, command }
  return [own, ...command.commands.flatMap((each) => completedIn(each, `${path} ${each.name()}`.trim()))]
}

function bashScript(all: readonly Completed[]): string {
  const named = all.filter(({ path }) => path !== '')
  const words = ({ command }: Completed): string =>
    [...command.commands.map((each) => each.name()), ...argumentChoices(command)].join(' ')
  const flags = ({ command }: Completed): string =>
    [...command.options.flatMap(({ long }) => long ?? []), ...globalOptions].join(' ')
  const choices = all.flatMap(({ path, command }) =>
    command.options
      .filter(({ argChoices }) => argChoices !== undefined)
      .map(
        ({ long, argChoices }) => `    "${path} ${long ?? ''}") list="${argChoices?.join(' ') ?? ''}" profiles="" ;;`,
      ),
  )
  // In zsh, the variables `path` and `words` have a meaning of their own.
  return [
    '_clavis() {',
    '  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" at="" list="" flags="" profiles="" i name',
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    '    case "${at:+$at }${COMP_WORDS[i]}" in',
    `      ${named.map(({ path }) => `"${path}"`).join('|')}) at="\${at:+$at }\${COMP_WORDS[i]}" ;;`,
    '    esac',
    '  done',
    '  case "$at" in',
    ...all.map(
      (each) =>
        `    "${each.path}") list="${words(each)}" flags="${flags(each)}"${takesProfile(each.command) ? ' profiles=1' : ''} ;;`,
    ),
    '  esac',
    '  case "$at $prev" in',
    ...choices,
    '  esac',
    '  [[ $cur == -* ]] && list="$flags"',
    '  COMPREPLY=($(compgen -W "$list" -- "$cur"))',
    '  if [[ -n $profiles && $cur != -* ]]; then',
    '    while IFS= read -r name; do',
    '      name="$(printf %q "$name")"',
    '      [[ $name == "$cur"* ]] && COMPREPLY+=("$name")',
    '    done < <(clavis completion profiles 2>/dev/null)',
    '  fi',
    '}',
    'complete -o default -F _clavis clavis',
    '',
  ].join('\n')
}

function fishScript(all: readonly Completed[]): string {
  return [
    '# Whether the words before the cursor lead to a command.',
    'function __clavis_at',
    '  set -l at',
    '  for word in (commandline -opc)[2..]',
    `    contains -- "$at $word" ${all.map(({ path }) => quoted(` ${path}`)).join(' ')}; and set at "$at $word"`,
    '  end',
    '  test "$at" = "$argv"',
    'end',
    'complete -c clavis -l help -d "show help"',
    'complete -c clavis -l json -d "print a single JSON value"',
    'complete -c clavis -l data-dir -r -d "data folder"',
    'complete -c clavis -l secrets-from -r -d "encrypted backup to use instead of the keychain"',
    'complete -c clavis -l passphrase-fd -x -d "descriptor with its passphrase"',
    ...all.flatMap(fishLines),
    '',
  ].join('\n')
}

function fishLines({ path, command }: Completed): string[] {
  const line = (rest: string): string =>
    `complete -c clavis -n ${quoted(`__clavis_at ${quoted(path === '' ? '' : ` ${path}`)}`)} ${rest}`
  const optionLine = ({ long, description, argChoices, required }: Option): string => {
    const value = argChoices === undefined ? (required ? ' -r' : '') : ` -xa ${quoted(argChoices.join(' '))}`
    return line(`-l ${long?.slice(2) ?? ''} -d ${quoted(description)}${value}`)
  }
  return [
    ...command.commands.map((each) => line(`-fa ${each.name()} -d ${quoted(each.description())}`)),
    ...argumentChoices(command).map((choice) => line(`-a ${choice}`)),
    ...(takesProfile(command) ? [line('-a "(clavis completion profiles)"')] : []),
    ...(takesFile(command) ? [] : [line('-f')]),
    ...command.options.filter(({ long }) => !globalOptions.includes(long ?? '')).map(optionLine),
  ]
}

function argumentChoices(command: Command): string[] {
  return command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
}

function takesProfile(command: Command): boolean {
  return command.registeredArguments.some((argument) => ['profile', 'profiles'].includes(argument.name()))
}

function takesFile(command: Command): boolean {
  return command.registeredArguments.some((argument) => /^(?:files?|before|after)$/u.test(argument.name()))
}

/** Quotes text for fish. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
}
