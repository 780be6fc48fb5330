import { mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { linkLibraries } from './binaries.ts'

async function aPackage() {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'quiver-package-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  await mkdir(path.join(directory, 'native/lib'), { recursive: true })
  await writeFile(path.join(directory, 'native/lib/libx.so.1.2'), 'x')
  const links = ['libx.so', 'libx.so.1'].map((name) => ({
    source: 'native/lib/libx.so.1.2',
    target: `native/lib/${name}`,
  }))
  await writeFile(path.join(directory, 'native/pg-symlinks.json'), JSON.stringify(links))
  return { directory, links: path.join(directory, 'links') }
}

test('missing links are made beside the libraries, by several at once, and stay valid when all is moved', async () => {
  const { directory, links } = await aPackage()
  const results = await Promise.all(Array.from({ length: 8 }, () => linkLibraries(directory, links)))
  expect(results).toEqual(Array(8).fill(undefined))
  expect(await readlink(path.join(directory, 'native/lib/libx.so.1'))).toBe('libx.so.1.2')
})

test('where the package takes no links, they are made elsewhere and the libraries are looked for there', async () => {
  const { directory, links } = await aPackage()
  const library = path.join(directory, 'native/lib/libx.so.1.2')
  // Not even root can create a link in a directory that does not exist.
  const list = [{ source: 'native/lib/libx.so.1.2', target: 'native/nowhere/libx.so.1' }]
  await writeFile(path.join(directory, 'native/pg-symlinks.json'), JSON.stringify(list))
  const results = await Promise.all(Array.from({ length: 8 }, () => linkLibraries(directory, links)))
  expect(results).toEqual(Array(8).fill(`${links}:${path.join(directory, 'native/lib')}`))
  expect(await readlink(path.join(links, 'libx.so.1'))).toBe(library)
})

test('a package without links needs none', async () => {
  const { directory, links } = await aPackage()
  await rm(path.join(directory, 'native/pg-symlinks.json'))
  expect(await linkLibraries(directory, links)).toBeUndefined()
})
