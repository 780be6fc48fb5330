import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readers } from '../../docs/.vitepress/pages.ts'
import { root } from '../harness/core/embedded.ts'

const pages = Object.values(readers).flatMap((list) => list.map(([, file]) => file))

async function read(file: string): Promise<string> {
  return await readFile(path.join(root, file), 'utf8')
}

/** `[from, to]` of each link of the documents to a file of the repository. */
async function links(files: string[]): Promise<[from: string, to: string][]> {
  const found = await Promise.all(
    files.map(async (file) =>
      [...(await read(file)).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link = '']) => link.replace(/#.*/, ''))
        .filter((link) => link !== '' && !/^[a-z]+:/.test(link))
        .map((link): [string, string] => [file, path.join(path.dirname(file), link)]),
    ),
  )
  return found.flat()
}

test('the site names every page once, by reader', async () => {
  const inDocs = (await readdir(path.join(root, 'docs'))).filter((name) => name.endsWith('.md'))
  const all = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'client/README.md', 'docs/decisions/README.md', ...inDocs.map((name) => `docs/${name}`)] // oxfmt-ignore
  expect(Object.keys(readers)).toEqual(['Use', 'Operate', 'Build', 'Contribute'])
  expect(pages.toSorted()).toEqual(all.toSorted())
})

test('whoever begins at the first page reaches every page and every decision by links, and no link leads nowhere', async () => {
  const decisions = (await readdir(path.join(root, 'docs/decisions'))).map((name) => `docs/decisions/${name}`)
  const all = await links([...new Set([...pages, ...decisions])])
  expect(all.filter(([, to]) => !existsSync(path.join(root, to)))).toEqual([])
  const reached = new Set(['README.md'])
  for (const page of reached) for (const [from, to] of all) if (from === page) reached.add(to)
  expect([...pages, ...decisions].filter((page) => !reached.has(page))).toEqual([])
})

test('a link to a section of a page leads to one', async () => {
  const decisions = (await readdir(path.join(root, 'docs/decisions'))).map((name) => `docs/decisions/${name}`)
  const files = [...new Set([...pages, ...decisions])]
  const texts = new Map(await Promise.all(files.map(async (file) => [file, await read(file)] as const)))
  const lost: string[] = []
  for (const [file, text] of texts)
    for (const [, link = '', section = ''] of text.matchAll(/\]\(([^)\s#:]*)#([^)\s]+)\)/g)) {
      const target = link === '' ? file : path.join(path.dirname(file), link)
      if (!sectionsOf(texts.get(target) ?? '').includes(section)) lost.push(`${file}: ${link}#${section}`)
    }
  expect(lost).toEqual([])
})

/** The names of sections, as GitHub makes them. */
function sectionsOf(text: string): string[] {
  const headings = text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/^#{1,6} (.*)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test('what "Production in an afternoon" types exists: files of the release, settings, pages of the server', async () => {
  const [production, settings] = await Promise.all(['docs/production.md', 'docs/settings.md'].map(read))
  const blocks = [...(production ?? '').matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block)
  expect(blocks.length).toBeGreaterThan(10)
  const typed = blocks.join('\n')
  const files = [...typed.matchAll(/\/opt\/quiver\/([\w./-]+)/g)].map(([, file = '']) => file)
  expect(files).toContain('deploy/quiver.service')
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  const [, environment = ''] = /<<ENV\n([^]*?)\nENV/.exec(typed) ?? []
  const named = environment.split('\n').map((line) => line.replace(/=.*/, ''))
  expect(named).toContain('DATABASE_OWNER_URL')
  expect(named.filter((name) => settings?.includes(`| \`${name}\``) !== true)).toEqual([])
})
