import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const hasScript = spawnSync('script', ['--version']).status === 0
if (!hasScript) console.warn('There is no script of util-linux: nothing is logged on a terminal.')

const root = path.join(import.meta.dirname, '../..')
const loader = path.join(root, 'node_modules/tsx/dist/loader.mjs')
const logs = `
  import { createLog } from ${JSON.stringify(path.join(root, 'src/work/log.ts'))}
  createLog({ logLevel: 'info', logFormat: process.env.LOG_FORMAT }).info({ list: 7 }, 'An import has ended.')`

/** @returns what a process on a terminal shows there, with its output led away as in the shell. */
function onTerminal(logFormat: string, away: string): string {
  const node = `"$NODE" --import "$LOADER" --input-type=module --eval "$LOGS" ${away}`
  const { stdout } = spawnSync('script', ['--quiet', '--command', node, '/dev/null'], {
    encoding: 'utf8',
    input: '',
    env: { ...process.env, NODE: process.execPath, LOADER: loader, LOGS: logs, LOG_FORMAT: logFormat },
  })
  return stdout
}

const readable = /^\S*\[?\d\d:\d\d:\d\d\S* .*INFO.*An import has ended\./

test.skipIf(!hasScript)(
  'the log is for people on a terminal, and JSON where it is led to a file',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'quiver-log-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const file = path.join(folder, 'log')
    expect(onTerminal('auto', '> /dev/null')).toMatch(readable)
    expect(onTerminal('auto', `2> ${file}`)).toBe('')
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      level: 30,
      list: 7,
      msg: 'An import has ended.',
    })
    expect(JSON.parse(onTerminal('json', ''))).toMatchObject({ list: 7 })
  },
)
