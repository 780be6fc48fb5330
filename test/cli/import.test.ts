import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { listSubscriberImports } from '../../src/contract/imports/endpoints.ts'
import { listSubscribers } from '../../src/contract/subscribers/endpoints.ts'
import {
  aFile,
  aSharedShop,
  aShop,
  aTenantOf,
  members,
  quiver,
  startQuiver,
} from '../harness/core/command.ts'

/** Too large for a request; the long cells are not imported. */
const large = `Email,Notes\n${Array.from({ length: 11 }, (_, i) => `p${i}@example.com,${'x'.repeat(1_000_000)}\n`).join('')}`

const shared = aSharedShop()

describe('quiver import', () => {
  test('changes nothing without a terminal to confirm on, a known list, or a decision about opt-outs', async () => {
    const { client, environment, dataDir, list } = await aTenantOf(shared().server)
    const path = await aFile(dataDir, members)
    const unconfirmed = await quiver(['import', path, '--list', list], environment)
    expect(unconfirmed.stdout).toContain('anna@example.com')
    expect(unconfirmed.stderr).toContain('add --yes')
    expect(unconfirmed.code).toBe(1)

    const lists = await quiver(['lists'], environment)
    expect(lists.stdout).toMatch(new RegExp(`^ +Id +Name\\n +${list} +Newsletter\\n$`))
    const wrong = await quiver(['import', path, '--list', 'Newsleter', '--yes'], environment)
    expect(wrong.stderr).toContain('There is no list Newsleter. Did you mean Newsletter?')
    expect(wrong.code).toBe(1)

    const optOuts = await aFile(dataDir, 'E-mail;Abgemeldet\nanna@example.com;ja\nbo@example.com;\n')
    const call = ['import', optOuts, '--list', list, '--yes']
    const refused = await quiver(call, environment)
    expect(refused.stderr).toMatch(/"Abgemeldet" looks like an opt-out.*--accept-opt-outs.*--ignore-opt-outs/)
    expect(refused.code).toBe(1)
    expect((await client.call(listSubscriberImports)).data).toEqual([])
    const dry = await quiver([...call.slice(0, -1), '--dry-run'], environment)
    expect([dry.code, dry.stderr]).toEqual([0, ''])
    expect(dry.stdout).toMatch(
      /Dry run \d+ into Newsletter.*nothing is changed[^]*Dry run \d+ finished[^]* 2 {2}added\n[^]*\/import\n$/,
    )
    const taken = await quiver([...call, '--accept-opt-outs'], environment)
    expect(taken.stdout).toMatch(/ 2 {2}added\n/)
  })

  test('does not activate people who opted out elsewhere, and undoes an import', async () => {
    const { client, environment, dataDir, list } = await aTenantOf(shared().server)
    const statuses = async () => {
      const params = { mailing_list_id: Number(list) }
      const { data } = await client.call(listSubscribers, { params })
      return data.map(({ email, status }) => `${email} ${status}`)
    }
    const known = await aFile(dataDir, 'E-mail;Email Opt Out\nanna@example.com;1\nbo@example.com;\n')
    const taken = await quiver(['import', known, '--list', 'newsletter', '--yes'], environment)
    expect(taken.stdout).toMatch(/separator: semicolon/)
    expect(taken.stdout).toMatch(/ 2 {2}added\n/)
    expect(await statuses()).toEqual(['anna@example.com unsubscribed', 'bo@example.com active'])

    const [, id = ''] = /Import (\d+) into/.exec(taken.stdout) ?? []
    const refused = await quiver(['import', '--undo', id], environment)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Add --yes')])
    const undone = await quiver(['import', '--undo', id, '--yes'], environment)
    expect([undone.code, undone.stderr]).toEqual([0, ''])
    expect(undone.stdout).toMatch(/The undo of import \d+ finished:\n +2 {2}removed/)
    expect(await statuses()).toEqual([])
    const again = await quiver(['import', 'x.csv', '--undo', id], environment)
    expect(again.stderr).toContain('no file')
  })

  test('deactivates people who are not in the file, up to a limit', async () => {
    const { client, environment, dataDir, list } = await aTenantOf(shared().server)
    const importOf = async (emails: string[], ...more: string[]) => {
      const path = await aFile(dataDir, `Email\n${emails.join('\n')}\n`)
      return quiver(['import', path, '--list', list, '--yes', ...more], environment)
    }
    await importOf(['anna@example.com', 'bo@example.com'])
    const prune = ['--not-in-file', 'deactivate']
    const tried = await importOf(['anna@example.com'], ...prune, '--dry-run', '--prune-limit', '50%')
    expect(tried.stdout).toMatch(/ 1 {2}deactivated: active, and not in the file\n/)
    const refused = await importOf(['anna@example.com'], ...prune)
    expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('the limit is 10%')])
    const taken = await importOf(['anna@example.com'], ...prune, '--prune-limit', '1')
    expect(taken.stdout).toMatch(/ 1 {2}deactivated: active, and not in the file\n/)
    const { data } = await client.call(listSubscribers, { params: { mailing_list_id: Number(list) } })
    expect(data.map(({ status }) => status)).toEqual(['active', 'deactivated'])
    const odd = await importOf(['anna@example.com'], ...prune, '--prune-limit', 'some')
    expect(odd.stderr).toContain('a number of people, or a percentage')
  })

  test('takes a large file by upload or through the upload directory, and a packed one that the server inspects', async () => {
    const { environment, dataDir, list, organizationId } = await aTenantOf(shared().server)
    const path = await aFile(dataDir, large)
    const taken = await quiver(['import', path, '--list', list, '--yes'], environment)
    expect(taken.stdout).toMatch(/\(upload \d+\)\./)
    expect(taken.stdout).toMatch(/ 11 {2}added\n/)
    expect(taken.code).toBe(0)
    const packed = join(dataDir, 'members.csv.gz')
    await writeFile(packed, gzipSync('E-mail;Vorname\nzoe@example.com;Zoë\n'))
    const { stdout, stderr } = await quiver(['import', packed, '--list', list, '--yes'], environment)
    expect(stderr).toBe('')
    expect(stdout).toMatch(/Vorname +Zoë +First name/)
    expect(stdout).toMatch(/ 1 {2}added\n/)

    const uploads = join(shared().dataDir, 'uploads')
    await mkdir(uploads, { recursive: true })
    const byDirectory = ['import', path, '--list', list, '--yes', '--upload-dir']
    await writeFile(path, large.replaceAll(/^p/gm, 'q'))
    const copied = await quiver([...byDirectory, uploads], environment)
    expect(copied.stdout).toContain(`uploads/${organizationId}).`)
    expect(copied.stdout).toMatch(/ 11 {2}added\n/)
    expect(await readdir(join(uploads, String(organizationId)))).toEqual([])
    await mkdir(join(dataDir, 'elsewhere'))
    const failed = await quiver([...byDirectory, join(dataDir, 'elsewhere')], environment)
    expect(failed.stdout).toMatch(/failed after .*\n.*is not in the upload directory/)
    expect(failed.code).toBe(1)
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
})
