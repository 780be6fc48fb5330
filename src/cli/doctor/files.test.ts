import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { checkDataDirectory, checkSecretFile, checkUploadDirectory } from './files.ts'

async function aDirectory(mode = 0o700): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'quiver-doctor-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  await chmod(directory, mode)
  return directory
}

function found(level: 'fine' | 'problem', words: string) {
  return { level, text: expect.stringContaining(words) }
}

describe('the data directory', () => {
  test('is fine when nobody else can write to it', async () => {
    expect(await checkDataDirectory(await aDirectory())).toEqual(found('fine', 'by nobody else'))
  })

  test('is fine before there is one', async () => {
    expect(await checkDataDirectory(join(await aDirectory(), 'a/b'))).toEqual(found('fine', 'first start'))
  })

  test.each([0o770, 0o707])('is a problem when others can write to it (%i)', async (mode) => {
    expect(await checkDataDirectory(await aDirectory(mode))).toEqual(found('problem', 'chmod go-w'))
  })

  test('is a problem when it is a file', async () => {
    const path = join(await aDirectory(), 'file')
    await writeFile(path, '')
    expect(await checkDataDirectory(path)).toEqual(found('problem', 'no directory'))
  })

  // Root may write everywhere.
  test.skipIf(process.getuid?.() === 0)('is a problem when this user cannot write to it', async () => {
    const directory = await aDirectory(0o500)
    expect(await checkDataDirectory(directory)).toEqual(found('problem', 'chown'))
    expect(await checkDataDirectory(join(directory, 'data'))).toEqual(found('problem', 'cannot be made'))
  })
})

describe('the server secret', () => {
  async function check(text: string | undefined, mode = 0o600, env = {}) {
    const dataDir = await aDirectory()
    const path = join(dataDir, 'secret_key')
    if (text !== undefined) await writeFile(path, text, { mode })
    return checkSecretFile(readConfig({ DATA_DIR: dataDir, ...env }))
  }
  const secret = 'f'.repeat(64)

  test('is fine in a file of its owner', async () => {
    expect(await check(secret)).toEqual(found('fine', 'nobody else'))
  })

  test('is fine in the environment', async () => {
    expect(await check(undefined, 0, { SECRET_KEY: secret })).toEqual(found('fine', 'SECRET_KEY'))
  })

  test('is fine before the first start', async () => {
    expect(await check(undefined)).toEqual(found('fine', 'first start'))
  })

  test.each([0o640, 0o604])('is a problem when others can read it (%i)', async (mode) => {
    expect(await check(secret, mode)).toEqual(found('problem', 'chmod 600'))
  })

  test('is a problem when it is short', async () => {
    expect(await check('short\n')).toEqual(found('problem', 'restore'))
  })

  test('is a problem when it is gone and the database is not', async () => {
    const dataDir = await aDirectory()
    await mkdir(join(dataDir, 'postgres'))
    expect(await checkSecretFile(readConfig({ DATA_DIR: dataDir }))).toEqual(found('problem', 'backup'))
  })
})

describe('the upload directory', () => {
  test('is fine when it is not there', async () => {
    expect(await checkUploadDirectory('/nowhere')).toEqual(found('fine', 'not there'))
  })

  test('is fine when a group writes to it', async () => {
    expect(await checkUploadDirectory(await aDirectory(0o770))).toEqual(found('fine', 'can be read'))
  })

  test('is a problem when everybody can write to it', async () => {
    expect(await checkUploadDirectory(await aDirectory(0o1777))).toEqual(found('problem', 'chmod o-w'))
  })
})
