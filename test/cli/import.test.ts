import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listSubscriberImports } from '../../src/contract/imports/endpoints.ts'
import { aFile, aShop, members, quiver, startQuiver } from '../harness/core/command.ts'

/** Too large for a request; the long cells are not imported. */
const large = `Email,Notes\n${Array.from({ length: 11 }, (_, i) => `p${i}@example.com,${'x'.repeat(1_000_000)}\n`).join('')}`

describe('quiver import', () => {
  test('does not start without a terminal to confirm on', async () => {
    const { client, environment, dataDir, list } = await aShop()
    const { code, stdout, stderr } = await quiver(['import', await aFile(dataDir, members), '--list', list], environment) // prettier-ignore
    expect(stdout).toContain('anna@example.com')
    expect(stderr).toContain('add --yes')
    expect(code).toBe(1)
    expect((await client.call(listSubscriberImports)).data).toEqual([])
  })

  test('does not activate people who opted out elsewhere, unless opt-outs are ignored explicitly', async () => {
    const { environment, dataDir, list } = await aShop()
    const path = await aFile(dataDir, 'E-mail;Email Opt Out\nanna@example.com;1\nbo@example.com;\n')
    const call = ['import', path, '--list', list, '--yes']
    const refused = await quiver(call, environment)
    expect(refused.stderr).toMatch(/"Email Opt Out" looks like an opt-out.*--ignore-opt-outs/)
    expect(refused.code).toBe(1)
    const taken = await quiver([...call, '--ignore-opt-outs'], environment)
    expect(taken.stdout).toMatch(/separator: semicolon/)
    expect(taken.stdout).toMatch(/ 2 {2}added\n/)
  })

  test('serves a large file to the server from the command', async () => {
    const { environment, dataDir, list } = await aShop()
    const path = await aFile(dataDir, large)
    const { code, stdout } = await quiver(['import', path, '--list', list, '--yes'], environment)
    expect(stdout).toContain('downloaded by the server from this command')
    expect(stdout).toMatch(/ 11 {2}added\n/)
    expect(code).toBe(0)
  })

  test('passes a large file through the upload directory, and cleans up', async () => {
    const { environment, dataDir, list } = await aShop()
    await mkdir(join(dataDir, 'uploads'))
    const path = await aFile(dataDir, large)
    const { stdout } = await quiver(['import', path, '--list', list, '--yes'], environment)
    expect(stdout).toMatch(/copied to .*uploads\/1\)\./)
    expect(stdout).toMatch(/ 11 {2}added\n/)
    expect(await readdir(join(dataDir, 'uploads/1'))).toEqual([])
  })

  test('prints why the import failed, and exits with 1', async () => {
    const { environment, dataDir, list } = await aShop()
    await mkdir(join(dataDir, 'elsewhere'))
    const path = await aFile(dataDir, members)
    const args = ['import', path, '--list', list, '--yes', '--upload-dir', join(dataDir, 'elsewhere')]
    const { code, stdout } = await quiver(args, environment)
    expect(stdout).toMatch(/failed after .*\n.*is not in the upload directory/)
    expect(code).toBe(1)
  })

  test('leaves the import running on Ctrl-C, and prints how to cancel it', async () => {
    const { client, environment, dataDir, list } = await aShop(['--only', 'http'])
    const path = await aFile(dataDir, members)
    const running = await startQuiver(['import', path, '--list', list, '--yes'], environment)
    await running.seen(/scheduled/)
    running.kill('SIGINT')
    const { code, stderr } = await running.ended
    expect(stderr).toMatch(
      /^Import \d+ continues on the server\.\n.*curl .*subscriber_imports\/\d+\n.*curl .* -X POST .*\/cancel\n$/,
    )
    expect(code).toBe(1)
    expect((await client.call(listSubscriberImports)).data).toMatchObject([{ state: 'scheduled' }])
  })

  test('cancels the import on Ctrl-C while the server still needs the command', async () => {
    const { client, environment, dataDir, list } = await aShop(['--only', 'http'])
    const path = await aFile(dataDir, large)
    const running = await startQuiver(['import', path, '--list', list, '--yes'], environment)
    await running.seen(/scheduled/)
    running.kill('SIGINT')
    const { code, stderr } = await running.ended
    expect(stderr).toMatch(/was cancelled: the server had not downloaded the file yet\.\n$/)
    expect(code).toBe(1)
    expect((await client.call(listSubscriberImports)).data).toMatchObject([{ state: 'cancelled' }])
  })
})
