#!/usr/bin/env node
// `clavis ARGS` once it is linked, and `npm run --silent clavis -- ARGS`: the command line from a checkout, in plain Node. It
// runs in this process if possible: starting Node takes longer than most commands.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { areDependenciesSeen, compileCache, isCommandLineBuilt, isNodeRecent, ownNode } from './checkout.mjs'

if (!areDependenciesSeen()) {
  const { ensureDependencies } = await import('./prepare.mjs')
  await ensureDependencies()
}
if (isNodeRecent) {
  module.enableCompileCache(compileCache)
  await import(isCommandLineBuilt() ? '../out/main/clavis.js' : '../electron/cli/clavis.ts')
} else {
  const { spawn } = await import('node:child_process')
  const { endWith } = await import('./command-end.mjs')
  const node = existsSync(ownNode) ? ownNode : (await import('./prepare.mjs')).findNode()
  endWith(spawn(node, process.argv.slice(1), { stdio: 'inherit' }))
}
