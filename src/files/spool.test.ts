import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  statfs,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { canMount, mountDisk } from '../../test/harness/files/small-disk.ts'
import { spoolFile } from '../../test/harness/records/spooled.ts'
import { createSpool } from './spool.ts'
import { SpoolLimitExceeded, type FindUnknown, type Spool } from './storage.ts'

const csv = 'email\nanna@example.com\n'
const everything: FindUnknown = async () => []
const nothing: FindUnknown = async (files) => [...files]

let parent: string
let root: string
let spool: Spool

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'quiver-spool-'))
  root = join(parent, 'spool')
  spool = createSpool(root)
})

afterEach(() => rm(parent, { recursive: true }))

const filesOf = (organizationId: number) => readdir(join(root, String(organizationId)))

async function readBack(organizationId: number, name: string) {
  const handle = await spool.open(organizationId, name)
  try {
    return await text(handle.createReadStream())
  } finally {
    await handle.close()
  }
}

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

async function* brokenSource() {
  yield Buffer.from(csv)
  throw new Error('the client went away')
}

test.skipIf(!canMount)('a file leaves 256 MB of its disk to the database', async () => {
  const unmount = mountDisk(parent, '260m')
  try {
    const draft = await spool.draft(7)
    const megabyte = Buffer.alloc(1_048_576)
    const fill = async () => {
      for (;;) await draft.write(megabyte)
    }
    await expect(fill()).rejects.toMatchObject({ code: 'ENOSPC' })
    expect((await spool.freeBytes()) / 1_048_576).toBeGreaterThan(240)
    await draft.discard()
  } finally {
    unmount()
  }
})

test('knows how much room its disk has, also before the first file', async () => {
  const { bavail, bsize } = await statfs(parent)
  for (const name of ['spool', 'not/yet/made']) {
    const bytes = await createSpool(join(parent, name)).freeBytes()
    // Others write to the same disk.
    expect(bytes / (bavail * bsize)).toBeCloseTo(1, 1)
  }
})

describe('a saved file', () => {
  test.each([
    ['a stream', () => pieces('email\n', 'anna@exam', 'ple.com\n')],
    ['a buffer', () => Buffer.from(csv)],
    ['a text', () => csv],
  ])('from %s is read back byte for byte', async (_kind, source) => {
    const { name, sizeBytes } = await spoolFile(spool, 7, source())
    expect(sizeBytes).toBe(csv.length)
    expect(await readBack(7, name)).toBe(csv)
  })

  test('counts bytes, not characters', async () => {
    expect(await spoolFile(spool, 7, 'ä€😀')).toMatchObject({ sizeBytes: 9 })
  })

  test('may be empty', async () => {
    const { name, sizeBytes } = await spoolFile(spool, 7, pieces())
    expect(sizeBytes).toBe(0)
    expect(await readBack(7, name)).toBe('')
  })

  test('is for the eyes of the server alone, and so are its directories', async () => {
    const { name } = await spoolFile(spool, 7, csv)
    const modes = await Promise.all([root, join(root, '7'), join(root, '7', name)].map((path) => stat(path)))
    expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '700', '600'])
  })

  test('belongs to its organization: another one does not find it', async () => {
    const { name } = await spoolFile(spool, 7, csv)
    await expect(spool.open(8, name)).rejects.toMatchObject({ code: 'ENOENT' })
    await spool.remove(8, name)
    expect(await readBack(7, name)).toBe(csv)
  })

  test('has a name that nobody can guess', async () => {
    const names = await Promise.all([1, 2, 3].map(async () => (await spoolFile(spool, 7, csv)).name))
    expect(new Set(names).size).toBe(3)
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}$/)
  })

  test('is gone when it was removed, and may be removed again', async () => {
    const { name } = await spoolFile(spool, 7, csv)
    await spool.remove(7, name)
    await spool.remove(7, name)
    await expect(spool.open(7, name)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe('nothing is left on disk', () => {
  test('of a source that breaks in the middle, whose error passes through', async () => {
    await expect(spoolFile(spool, 7, brokenSource())).rejects.toThrow('the client went away')
    expect(await filesOf(7)).toEqual([])
  })

  test.each([
    ['a stream', () => pieces('12345', '6')],
    ['a buffer', () => Buffer.from('123456')],
    ['a text', () => '123456'],
  ])('of %s above the limit of size', async (_kind, source) => {
    const failure: unknown = await spoolFile(spool, 7, source(), { limitBytes: 5 }).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(SpoolLimitExceeded)
    expect(failure).toMatchObject({ limitBytes: 5 })
    expect(await filesOf(7)).toEqual([])
  })

  test('of a discarded draft', async () => {
    const draft = await spool.draft(7)
    await draft.write(Buffer.from(csv))
    await draft.discard()
    expect(await filesOf(7)).toEqual([])
  })
})

test('a file of exactly the limit is saved', async () => {
  expect(await spoolFile(spool, 7, pieces('12345'), { limitBytes: 5 })).toMatchObject({ sizeBytes: 5 })
})

test('a draft is no file until it is kept', async () => {
  const draft = await spool.draft(7)
  await draft.write(Buffer.from(csv))
  const [part] = await filesOf(7)
  expect(part).toMatch(/\.part$/)
  await expect(async () => spool.open(7, part ?? '')).rejects.toThrow(RangeError)
  const { name } = await draft.keep()
  expect(await filesOf(7)).toEqual([name])
  expect(await readBack(7, name)).toBe(csv)
})

describe('no name leads out of the directory of its organization', () => {
  const names = [
    '',
    '.',
    '..',
    '../7/secret',
    '/etc/passwd',
    'a'.repeat(31),
    'A'.repeat(32),
    `${'a'.repeat(32)}\n`,
  ]

  test.each(names)('%j', async (name) => {
    await expect(async () => spool.open(7, name)).rejects.toThrow(RangeError)
    await expect(async () => spool.remove(7, name)).rejects.toThrow(RangeError)
  })

  test.each([0, -1, 1.5, Number.NaN, 2 ** 53])('organization %d', async (organizationId) => {
    await expect(async () => spoolFile(spool, organizationId, csv)).rejects.toThrow(RangeError)
  })

  test('a link in the place of a file', async () => {
    const { name } = await spoolFile(spool, 7, csv)
    const path = join(root, '7', name)
    await writeFile(join(parent, 'secret'), 'secret')
    await rm(path)
    await symlink(join(parent, 'secret'), path)
    await expect(spool.open(7, name)).rejects.toMatchObject({ code: 'ELOOP' })
  })
})

describe('the sweep', () => {
  const hour = 3_600_000

  async function age(organizationId: number, name: string, ms: number) {
    const then = new Date(Date.now() - ms)
    await utimes(join(root, String(organizationId), name), then, then)
  }

  async function abandonedDraft() {
    const draft = await spool.draft(7)
    await draft.write(Buffer.from(csv))
    const [part] = await filesOf(7)
    return { draft, part: part ?? '' }
  }

  test('removes a draft that a crash left behind', async () => {
    const { draft, part } = await abandonedDraft()
    await age(7, part, 2 * hour)
    expect(await spool.sweep(everything, hour)).toBe(1)
    expect(await filesOf(7)).toEqual([])
    await draft.discard()
  })

  test('leaves a draft alone that is being written', async () => {
    const { draft } = await abandonedDraft()
    expect(await spool.sweep(nothing, hour)).toBe(0)
    expect(await readBack(7, (await draft.keep()).name)).toBe(csv)
  })

  test('removes old files that no row knows, and no others', async () => {
    const known = await spoolFile(spool, 7, csv)
    const forgotten = await spoolFile(spool, 8, csv)
    const fresh = await spoolFile(spool, 8, csv)
    await age(7, known.name, 2 * hour)
    await age(8, forgotten.name, 2 * hour)
    const asked = new Map<number, string>()
    const findUnknown: FindUnknown = async (files) => {
      for (const { organizationId, name } of files) asked.set(organizationId, name)
      return files.filter(({ name }) => name !== known.name)
    }
    expect(await spool.sweep(findUnknown, hour)).toBe(1)
    expect(asked).toEqual(
      new Map([
        [7, known.name],
        [8, forgotten.name],
      ]),
    )
    expect([await filesOf(7), await filesOf(8)]).toEqual([[known.name], [fresh.name]])
  })

  test('touches nothing that is not the spool’s', async () => {
    await spoolFile(spool, 7, csv)
    await writeFile(join(root, '7', 'README'), 'mine')
    await writeFile(join(root, 'notes.txt'), 'mine')
    await mkdir(join(root, 'lost+found'))
    const lost = join('..', 'lost+found', 'a'.repeat(32))
    await writeFile(join(root, '7', lost), 'mine')
    await age(7, 'README', 2 * hour)
    await age(7, lost, 2 * hour)
    await spool.sweep(nothing, hour)
    expect(await readFile(join(root, '7', lost), 'utf8')).toBe('mine')
    expect(await readFile(join(root, '7', 'README'), 'utf8')).toBe('mine')
    expect(await readFile(join(root, 'notes.txt'), 'utf8')).toBe('mine')
  })

  test('has nothing to do where nothing was ever saved', async () => {
    expect(await spool.sweep(nothing, 0)).toBe(0)
  })
})
