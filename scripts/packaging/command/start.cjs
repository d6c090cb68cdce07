// What the packed `clavis` executable runs: the command line, or the process that calls the keychain library on Linux.
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

const keychainProcess = join(__dirname, 'main', 'keychain-process.js')
// `fork` starts the executable itself with this path. Node's own IPC channel shows that it was Clavis.
const isKeychain = process.argv[2] === keychainProcess && process.send !== undefined
void import(pathToFileURL(isKeychain ? keychainProcess : join(__dirname, 'main', 'clavis.js')).href)
