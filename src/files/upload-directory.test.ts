import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import {
  appendFile,
  link,
  mkdir,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { directoryByInode, isSameFile, openUpload } from './upload-directory.ts'

const csv = 'email\nanna@example.com\n'

let parent: string
let uploadDir: string
let own: string

beforeEach(async () => {
  parent = mkdtempSync(join(tmpdir(), 'quiver-uploads-'))
  uploadDir = join(parent, 'uploads')
  own = join(uploadDir, '7')
  await mkdir(own, { recursive: true })
  await mkdir(join(uploadDir, '8'))
  await writeFile(join(own, 'members.csv'), csv)
  await writeFile(join(uploadDir, '8', 'members.csv'), 'secret of another organization')
  await writeFile(join(parent, 'secret.csv'), 'secret of the server')
})

afterEach(() => rmSync(parent, { recursive: true }))

async function open(filename: string, directory = uploadDir) {
  const opened = await openUpload(directory, 7, filename)
  if (!opened.ok) return opened.message
  const text = await opened.handle.readFile('utf8')
  await opened.handle.close()
  return { text, sizeBytes: opened.sizeBytes }
}

describe('a file in the directory of the organization', () => {
  test('is opened where it is', async () => {
    expect(await open('members.csv')).toEqual({ text: csv, sizeBytes: csv.length })
  })

  test.each([
    '.hidden',
    '..csv',
    '...',
    ' ',
    'größe.csv',
    '名簿.csv',
    'a b\n.csv',
    'ü'.repeat(127),
    'a'.repeat(255),
  ])('may be called %j', async (filename) => {
    await writeFile(join(own, filename), csv)
    expect(await open(filename)).toMatchObject({ text: csv })
  })

  test('may be empty', async () => {
    await writeFile(join(own, 'empty.csv'), '')
    expect(await open('empty.csv')).toEqual({ text: '', sizeBytes: 0 })
  })

  test('is found when the upload directory as a whole is a link', async () => {
    await symlink(uploadDir, join(parent, 'mounted'))
    expect(await open('members.csv', join(parent, 'mounted'))).toMatchObject({ text: csv })
  })

  test('is found from a relative path', async () => {
    const relative = join(process.cwd().replace(/[^/]+/g, '..').slice(1), uploadDir)
    expect(await open('members.csv', relative)).toMatchObject({ text: csv })
  })
})

describe('the identity of a file', () => {
  async function identity() {
    const opened = await openUpload(uploadDir, 7, 'members.csv')
    if (!opened.ok) throw new Error(opened.message)
    await opened.handle.close()
    return opened.identity
  }

  test('stays the same while nobody touches it', async () => {
    expect(await identity()).toEqual(await identity())
  })

  test('differs after a byte was added', async () => {
    const before = await identity()
    await appendFile(join(own, 'members.csv'), 'x')
    expect(await identity()).not.toEqual(before)
  })

  test('differs after another file of the same size took its place', async () => {
    const before = await identity()
    await writeFile(join(own, 'other.csv'), csv)
    // The clock of the file system ticks some hundred times a second.
    await utimes(join(own, 'other.csv'), new Date(), new Date(1_700_000_000_000))
    await rename(join(own, 'other.csv'), join(own, 'members.csv'))
    expect(await identity()).not.toEqual(before)
  })

  test('is the same by another mount, which has its own numbers of device and inode', async () => {
    const modified = new Date(1_700_000_000_000)
    await utimes(join(own, 'members.csv'), modified, modified)
    const before = await identity()
    await writeFile(join(own, 'copy.csv'), csv)
    await utimes(join(own, 'copy.csv'), modified, modified)
    await rename(join(own, 'copy.csv'), join(own, 'members.csv'))
    const now = await identity()
    expect(isSameFile(before, now)).toBe(true)
    expect(isSameFile({ dev: 1, ino: 2, ...before }, now)).toBe(true)
    await appendFile(join(own, 'members.csv'), 'x')
    await utimes(join(own, 'members.csv'), modified, modified)
    expect(isSameFile(before, await identity())).toBe(false)
  })
})

describe('a name that is more than a name is refused', () => {
  const names = [
    '',
    '.',
    '..',
    '../8/members.csv',
    '8/members.csv',
    '/etc/passwd',
    'a/../members.csv',
    './members.csv',
  ]
  const odd = [
    '..\\8\\members.csv',
    'members.csv\0',
    'members.csv\0.txt',
    'members.csv/',
    'a'.repeat(256),
    'ü'.repeat(128),
  ]

  test.each([...names, ...odd])('%j', async (filename) => {
    expect(await open(filename)).toBe(
      `The file ${JSON.stringify(filename)} is not a bare file name; give the name alone, without a path.`,
    )
  })
})

describe('what is not a file of the organization is refused', () => {
  test('a missing file, with a word about what to do', async () => {
    expect(await open('missing.csv')).toBe(
      'The file "missing.csv" is not in the upload directory; check its name, or upload it first.',
    )
  })

  test('a file of an organization that has no directory', async () => {
    await rm(own, { recursive: true })
    expect(await open('members.csv')).toContain('is not in the upload directory')
  })

  test('a file while there is no upload directory at all', async () => {
    expect(await open('members.csv', join(parent, 'nowhere'))).toContain('is not in the upload directory')
  })

  test('a directory', async () => {
    await mkdir(join(own, 'folder'))
    expect(await open('folder')).toBe('The file "folder" is not a regular file.')
  })

  test.each(['/etc/passwd', 'members.csv', '../8/members.csv', '/dev/zero', 'nowhere'])(
    'a link to %s',
    async (target) => {
      await symlink(target, join(own, 'link.csv'))
      expect(await open('link.csv')).toBe('The file "link.csv" is a symbolic link; upload the file itself.')
    },
  )

  test('any file while the directory of the organization is a link to somewhere else', async () => {
    await rm(own, { recursive: true })
    await symlink(join(uploadDir, '8'), own)
    expect(await open('members.csv')).toContain('lies outside the upload directory')
  })

  test('a second name of a file from somewhere else', async () => {
    await link(join(parent, 'secret.csv'), join(own, 'hard.csv'))
    expect(await open('hard.csv')).toContain('has a second name (a hard link)')
    await unlink(join(parent, 'secret.csv'))
    expect(await open('hard.csv')).toMatchObject({ text: 'secret of the server' })
  })

  test('a socket', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(join(own, 'socket'), resolve))
    expect(await open('socket')).toBe('The file "socket" is not a regular file.')
    await new Promise((resolve) => server.close(resolve))
  })

  test.skipIf(process.getuid?.() !== 0)('a device', async () => {
    execFileSync('mknod', [join(own, 'device'), 'c', '1', '5'])
    expect(await open('device')).toBe('The file "device" is not a regular file.')
  })

  test('a file that the server may not read', async () => {
    await writeFile(join(own, 'closed.csv'), csv, { mode: 0o000 })
    execFileSync('chmod', ['755', parent])
    const message = await asNobody(() => open('closed.csv'))
    expect(message).toBe('The file "closed.csv" may not be read by the server; change its permissions.')
  })
})

test('a refused file is closed again', async () => {
  await mkdir(join(own, 'folder'))
  await link(join(own, 'members.csv'), join(own, 'hard.csv'))
  await open('members.csv')
  const before = await countDescriptors()
  for (const name of ['folder', 'hard.csv', 'missing.csv']) await open(name)
  expect(await countDescriptors()).toBe(before)
})

describe('where the system does not tell where an opened file is', () => {
  test('the path tells, as long as it still leads to that file', async () => {
    const path = join(own, 'members.csv')
    const opened = await stat(path)
    expect(await directoryByInode(path, opened)).toBe(own)
    await writeFile(join(own, 'other.csv'), csv)
    await rename(join(own, 'other.csv'), path)
    expect(await directoryByInode(path, opened)).toBeUndefined()
  })

  test('a linked directory shows as the one behind it', async () => {
    await symlink(join(uploadDir, '8'), join(uploadDir, '9'))
    const path = join(uploadDir, '9', 'members.csv')
    expect(await directoryByInode(path, await stat(path))).toBe(join(uploadDir, '8'))
  })
})

/** Root may read everything, so the test steps down for a moment; anybody else is nobody already. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0 || !process.seteuid) return work()
  process.seteuid(65_534)
  try {
    return await work()
  } finally {
    process.seteuid(0)
  }
}

async function countDescriptors(): Promise<number> {
  return (await readdir(process.platform === 'linux' ? '/proc/self/fd' : '/dev/fd')).length
}
