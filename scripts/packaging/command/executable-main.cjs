// The script inside the packed `clavis` executable, which is Node itself. It can import nothing but Node's own modules, so it
// has the file next to the executable do everything.
if (process.env.NODE_COMPILE_CACHE) {
  // Node has read it by now: code in that folder would run in place of Clavis's.
  process.stderr.write(
    'clavis: NODE_COMPILE_CACHE could change what Clavis runs. Unset it and run the command again.\n',
  )
  process.exitCode = 64
} else require('node:module').createRequire(process.execPath)('./app/start.cjs')
