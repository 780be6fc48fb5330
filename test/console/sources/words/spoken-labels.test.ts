import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { consoleSources } from '../../../harness/browser/console-calls.ts'

const folder = fileURLToPath(new URL('../../../../console/', import.meta.url))

/** An element whose name says more than its text: `aria-label={words.editOf(name)}>{words.edit}</Button>`. */
const named = /aria-label=\{([\w.]+)(?:\([^{}]*\))?\}(?:[^<>]|=>)*>\s*\{([\w.]+)\}\s*<\//g
/** The same by the attributes of a component of ours: `<Act word={words.edit} label={words.editOf(name)} />`. */
const given = /\bword=\{([\w.]+)\}\s+label=\{([\w.]+)/g

type Pair = { path: string; file: string; label: string; text: string }

/** The words of both, by their paths from the file of words: `sequenceWords.editOf`. */
function pairsIn(path: string, source: string): Pair[] {
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of source.matchAll(
    /import \{([^}]*)\} from '[./]*\/words\/([^']+)'/g,
  )) {
    for (const name of names.split(',')) {
      const [own = '', local = own] = name.trim().split(' as ')
      files.set(local, `${file} ${own}`)
    }
  }
  for (const [, local = '', whole = ''] of source.matchAll(/^const (\w+) = (\w+Words[\w.]*)$/gm)) {
    const [head = '', ...rest] = whole.split('.')
    const known = files.get(head)
    if (known !== undefined) files.set(local, [known, ...rest].join('.'))
  }
  const found = (expression: string) => {
    const [head = '', ...rest] = expression.split('.')
    const known = files.get(head)
    return known === undefined ? null : [known, ...rest].join('.')
  }
  const both = [
    ...[...source.matchAll(named)].map(([, label = '', text = '']) => [label, text] as const),
    ...[...source.matchAll(given)].map(([, text = '', label = '']) => [label, text] as const),
  ]
  return both.flatMap(([name, shown]) => {
    const [label, text] = [found(name), found(shown)]
    if (label === null || text === null) return []
    const [file = '', ofLabel = ''] = label.split(' ')
    const [fileOfText = '', ofText = ''] = text.split(' ')
    return [{ path, file, label: ofLabel, text: `${fileOfText} ${ofText}` }]
  })
}

async function wordAt(language: string, file: string, path: string): Promise<string> {
  const from = language === 'en' ? 'words' : join('translations', language)
  let value: unknown = await import(join(folder, from, file))
  for (const name of path.split('.')) value = (value as Record<string, unknown>)[name]
  return typeof value === 'function' ? String(value('Anna', 'Anna')) : String(value)
}

const languages = ['en', ...readdirSync(join(folder, 'translations'))]

test('whoever speaks to a page says what they see: the name of a button contains its text, in each language', async () => {
  const pairs = [...(await consoleSources())].flatMap(([path, source]) => pairsIn(path, source))
  expect(pairs.length).toBeGreaterThan(15)
  const without: string[] = []
  for (const language of languages) {
    for (const { path, file, label, text } of pairs) {
      const [fileOfText = '', ofText = ''] = text.split(' ')
      const [name, shown] = [await wordAt(language, file, label), await wordAt(language, fileOfText, ofText)]
      if (!name.toLowerCase().includes(shown.toLowerCase()))
        without.push(`${language} ${path}: ${label} “${name}” lacks ${ofText} “${shown}”`)
    }
  }
  expect(without).toEqual([])
})
