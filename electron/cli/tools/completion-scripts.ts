import type { Command, Option } from 'commander'

/** Shells that completion is written for. */
export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** A command with the words that lead to it, such as `key create`. */
interface Completed {
  readonly path: string
  readonly command: Command
}

/** Returns the completion script of a shell. @param program with all its commands */
export function completionScript(program: Command, shell: Shell): string {
  const all = completedIn(program, '')
  if (shell === 'fish') return all.map((each) => fishLines(each)).join('')
  // Zsh runs the completion of bash.
  return `${shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''}${bashScript(all)}`
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
    [...command.options.flatMap(({ long }) => long ?? []), '--help', '--json', '--data-dir'].join(' ')
  const choices = all.flatMap(({ path, command }) =>
    command.options
      .filter(({ argChoices }) => argChoices !== undefined)
      .map(({ long, argChoices }) => `    "${path} ${long ?? ''}") words="${argChoices?.join(' ') ?? ''}" ;;`),
  )
  return [
    '_clavis() {',
    '  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" path="" words="" flags="" profiles="" i name',
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    '    case "${path:+$path }${COMP_WORDS[i]}" in',
    `      ${named.map(({ path }) => `"${path}"`).join('|')}) path="\${path:+$path }\${COMP_WORDS[i]}" ;;`,
    '    esac',
    '  done',
    '  case "$path" in',
    ...all.map(
      (each) =>
        `    "${each.path}") words="${words(each)}" flags="${flags(each)}"${takesProfile(each.command) ? ' profiles=1' : ''} ;;`,
    ),
    '  esac',
    '  case "$path $prev" in',
    ...choices,
    '  esac',
    '  [[ $cur == -* ]] && words="$flags"',
    '  COMPREPLY=($(compgen -W "$words" -- "$cur"))',
    '  if [[ -n $profiles && $cur != -* ]]; then',
    '    while IFS= read -r name; do',
    '      [[ $name == "$cur"* ]] && COMPREPLY+=("$(printf %q "$name")")',
    '    done < <(clavis completion profiles 2>/dev/null)',
    '  fi',
    '}',
    'complete -o default -F _clavis clavis',
    '',
  ].join('\n')
}

function fishLines({ path, command }: Completed): string {
  const names = path === '' ? [] : path.split(' ')
  const seen = names.map((name) => `__fish_seen_subcommand_from ${name}`)
  const children = command.commands.map((each) => each.name())
  const isHere = seen.length === 0 ? '__fish_use_subcommand' : seen.join('; and ')
  const isOpen = seen.length === 0 ? isHere : `${isHere}; and not __fish_seen_subcommand_from ${children.join(' ')}`
  const line = (condition: string, rest: string): string => `complete -c clavis -n ${quoted(condition)} ${rest}\n`
  const optionLine = ({ long, description, argChoices, required }: Option): string => {
    const value = argChoices === undefined ? (required ? ' -r' : '') : ` -xa ${quoted(argChoices.join(' '))}`
    return line(isHere, `-l ${long?.slice(2) ?? ''} -d ${quoted(description)}${value}`)
  }
  return [
    ...command.commands.map((each) => line(isOpen, `-fa ${each.name()} -d ${quoted(each.description())}`)),
    ...argumentChoices(command).map((choice) => line(isHere, `-a ${choice}`)),
    ...(takesProfile(command) ? [line(isHere, '-a "(clavis completion profiles)"')] : []),
    ...command.options.map(optionLine),
  ].join('')
}

function argumentChoices(command: Command): string[] {
  return command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
}

function takesProfile(command: Command): boolean {
  return command.registeredArguments.some((argument) => ['profile', 'profiles'].includes(argument.name()))
}

/** Quotes text for fish. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
}
