// The script inside the packed `clavis` executable, which is Node itself. It can import nothing but Node's own modules, so it
// has the file next to the executable do everything.
require('node:module').createRequire(process.execPath)('./app/start.cjs')
