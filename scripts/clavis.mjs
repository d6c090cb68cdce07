// `npm run --silent clavis -- ARGS`: the command line from a checkout, in plain Node.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { endWith } from './command-end.mjs'
import { ensureDependencies, findNode, root } from './prepare.mjs'

ensureDependencies()
const command = spawn(
  findNode(),
  ['--disable-warning=ExperimentalWarning', join(root, 'electron', 'cli', 'clavis.ts'), ...process.argv.slice(2)],
  // npm runs scripts in the project's folder; file arguments are meant from where the person stands.
  { stdio: 'inherit', cwd: process.env.INIT_CWD ?? process.cwd() },
)
endWith(command)
