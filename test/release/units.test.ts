import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { quiver } from '../harness/core/command.ts'
import { root } from '../harness/core/embedded.ts'

const units = ['quiver.service', 'quiver-worker.service']

const canVerify = spawnSync('systemd-analyze', ['--version']).status === 0
if (!canVerify) console.warn('There is no systemd-analyze: units are read, not verified.')

/** `[section, key, value]` of each line. */
async function linesOf(unit: string): Promise<[string, string, string][]> {
  const text = await readFile(path.join(root, 'deploy', unit), 'utf8')
  let section = ''
  const lines: [string, string, string][] = []
  for (const line of text.split('\n')) {
    section = /^\[(\w+)\]$/.exec(line)?.[1] ?? section
    const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (key !== undefined) lines.push([section, key, value ?? ''])
  }
  return lines
}

/** Where docs/operating.md puts the maildir for bounces, and what it adds to the unit for one elsewhere. */
async function maildirOfDocuments(): Promise<{ maildir: string; dropIn: string }> {
  const document = await readFile(path.join(root, 'docs/operating.md'), 'utf8')
  const [, maildir = 'none'] = /BOUNCE_MAILDIR=([^\s`]+)/.exec(document) ?? []
  const [, dropIn = 'none'] = /```ini\n( *\[Service\]\n[^]*?) *```/.exec(document) ?? []
  return { maildir, dropIn: dropIn.replaceAll(/^ +/gm, '') }
}

test.skipIf(!canVerify)('systemd finds no fault with the units', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'quiver-units-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  // The programs that they start, where they are after an installation.
  await mkdir(path.join(folder, 'opt/quiver/bin'), { recursive: true })
  await writeFile(path.join(folder, 'opt/quiver/bin/quiver'), '#!/bin/sh\n', { mode: 0o755 })
  for (const unit of units) {
    const text = await readFile(path.join(root, 'deploy', unit), 'utf8')
    await writeFile(path.join(folder, unit), text.replaceAll('/opt/', `${folder}/opt/`))
  }
  // As `systemctl edit` adds it.
  const { dropIn } = await maildirOfDocuments()
  const server = await readFile(path.join(folder, 'quiver.service'), 'utf8')
  await writeFile(path.join(folder, 'quiver-edited.service'), `${server}\n${dropIn}`)
  const files = [...units, 'quiver-edited.service'].map((unit) => path.join(folder, unit))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
    encoding: 'utf8',
  })
  expect(stderr.split('\n').filter((line) => line.includes(folder))).toEqual([])
  expect(status).toBe(0)
})

test('a worker runs under the limits of the server, and never without its settings', async () => {
  const [server = [], worker = []] = await Promise.all(units.map(linesOf))
  const different = worker.filter((line) => !server.some((other) => String(other) === String(line)))
  expect(different.map(([, key, value]) => `${key}=${value}`)).toEqual([
    'Description=Quiver, a worker beside other machines',
    'ExecStart=/opt/quiver/bin/quiver worker',
    'EnvironmentFile=/etc/quiver.env',
  ])
  expect(worker).toHaveLength(server.length)
  expect((await quiver(['worker', '--help'])).code).toBe(0)
})

test('quiver-command runs a command as the unit runs the server, with the same user, settings and files', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'quiver-units-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  // Tells what it was asked to run.
  await writeFile(path.join(folder, 'systemd-run'), `#!/bin/sh\nprintf '%s\\n' "$@"\n`, { mode: 0o755 })
  const { stdout, status } = spawnSync(
    path.join(root, 'deploy/quiver-command'),
    ['admin-key', '--name', 'a new one'],
    { encoding: 'utf8', env: { PATH: `${folder}:${process.env['PATH']}` } },
  )
  expect(status).toBe(0)
  const lines = await linesOf('quiver.service')
  const valueOf = (name: string) => lines.find(([, key]) => key === name)?.[2] ?? `no ${name}`
  const properties = ['StateDirectory', 'StateDirectoryMode', 'UMask']
  expect(stdout.trimEnd().split('\n')).toEqual([
    '--pipe',
    '--wait',
    '--collect',
    '--quiet',
    `--uid=${valueOf('User')}`,
    `--gid=${valueOf('Group')}`,
    `--property=EnvironmentFile=${valueOf('EnvironmentFile').replace(/^-/, '')}`,
    ...properties.map((name) => `--property=${name}=${valueOf(name)}`),
    ...valueOf('Environment')
      .split(' ')
      .map((setting) => `--setenv=${setting}`),
    valueOf('ExecStart').split(' ')[0],
    'admin-key',
    '--name',
    'a new one',
  ])
})

test('the units let Quiver write to the maildir of the documents', async () => {
  const { maildir, dropIn } = await maildirOfDocuments()
  expect(dropIn).toContain('ReadWritePaths=')
  for (const unit of units) {
    const own = (await linesOf(unit)).flatMap(([, key, value]) =>
      key === 'StateDirectory' ? [`/var/lib/${value}/`] : [],
    )
    expect(
      own.some((folder) => maildir.startsWith(folder)),
      `${unit}: ${maildir}`,
    ).toBe(true)
  }
})
