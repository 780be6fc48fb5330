import { spawn, spawnSync } from 'node:child_process'

// Compiles on every change and restarts the server. It runs from dist/, because threads load compiled files.
const built = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' })
if (built.status !== 0) process.exit(built.status ?? 1)

const checking = ['--noCheck', 'false', '--watch', '--preserveWatchOutput']
const compiler = spawn('npx', ['tsc', '-p', 'tsconfig.build.json', ...checking], {
  stdio: ['ignore', 'inherit', 'inherit'],
  // A process group of its own: npx does not end the compiler.
  detached: true,
})
const nodeFlags = ['--max-semi-space-size=8', '--watch', '--watch-preserve-output']
const server = spawn(process.execPath, [...nodeFlags, 'dist/cli/main.js', 'serve'], { stdio: 'inherit' })
// Ctrl-C also reaches the server, which finishes its work first.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.once('exit', () => {
  if (compiler.pid !== undefined) process.kill(-compiler.pid)
})
