import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../../../test/harness/core/embedded.ts'

/** Runs a script that has `signals`. @returns its exit code and its output. */
async function run(script: string): Promise<{ code: number; stdout: string }> {
  const tsx = join(root, 'node_modules/tsx/dist/loader.mjs')
  const module = JSON.stringify(join(root, 'src/cli/serve/signals.ts'))
  const text = `
    import { watchSignals } from ${module}
    const signals = watchSignals()
    const later = setTimeout(() => {}, 5_000)
    ${script}`
  const ran = promisify(execFile)(process.execPath, ['--import', tsx, '--input-type=module', '-e', text])
  return ran.then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }) => ({ code, stdout }),
  )
}

test('a signal that arrives in the last moment of the start stops the server', async () => {
  // Sent, but not delivered before the event loop turns: by then the server has started.
  const script = `
    process.kill(process.pid, 'SIGTERM')
    signals.started()
    await signals.told
    console.log('stopping')
    clearTimeout(later)`
  expect(await run(script)).toEqual({ code: 0, stdout: 'stopping\n' })
})

test('a signal during the start ends the process with 1', async () => {
  expect(await run(`process.kill(process.pid, 'SIGINT')`)).toEqual({ code: 1, stdout: '' })
})
