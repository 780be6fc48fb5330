import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findingForms } from '../../../../src/contract/values/said/findings.ts'
import { reasonForms } from '../../../../src/contract/values/said/reasons.ts'
import { rowForms } from '../../../../src/contract/values/said/rows.ts'
import { isLanguage } from '../../../../src/contract/users/languages.ts'

const consoleFolder = fileURLToPath(new URL('../../../../console/', import.meta.url))

function filesIn(folder: string): string[] {
  return readdirSync(join(consoleFolder, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .toSorted()
}

/** Every path to a text or function, such as `campaignWords.remove.title`; lists are the translator's. */
function pathsIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path]
  return Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, `${path}.${key}`))
}

/** `{name}` and `{#number}` */
function valuesIn(form: string): string[] {
  return [...form.matchAll(/\{#?(\w+)\}/g)].map(([, name = '']) => name)
}

const english = filesIn('words')
const languages = readdirSync(join(consoleFolder, 'translations'))

test('every folder of translations is of a language that can be chosen', () => {
  expect(languages.filter((one) => !isLanguage(one))).toEqual([])
  expect(languages).toContain('de')
})

/** Of forms for numbers the usual one: that for one need not say the number. */
function formOf(template: string | { other: string }): string {
  return typeof template === 'string' ? template : template.other
}

describe.each(languages)('the words in %s', (language) => {
  test('stand in the same files and under the same names as the English ones', async () => {
    const translated = filesIn(`translations/${language}`)
    expect(translated.filter((file) => !english.includes(file))).toEqual([])
    for (const file of translated) {
      const [own, original] = await Promise.all([
        import(join(consoleFolder, 'translations', language, file)),
        import(join(consoleFolder, 'words', file)),
      ])
      expect([file, Object.keys(own).toSorted()]).toEqual([file, Object.keys(original).toSorted()])
      // A text that is missing is `undefined` on the page: only whole files are read in English. More are the names of
      // attributes, which English writes as they are.
      const present = new Set(pathsIn({ ...own }))
      expect([file, pathsIn({ ...original }).filter((path) => !present.has(path))]).toEqual([file, []])
    }
    // What the server says, with values that have names: each translation has the values of its form and no others.
    const { refusalWords } = await import(
      join(consoleFolder, 'translations', language, 'session/refusals.ts')
    )
    const { findingWords } = await import(join(consoleFolder, 'translations', language, 'report/findings.ts'))
    const { reasonWords } = await import(join(consoleFolder, 'translations', language, 'session/reasons.ts'))
    // Also of the cells of a file.
    const said = [
      [
        { ...rowForms, ...findingForms },
        { ...refusalWords.forms, ...findingWords.forms },
      ],
      [reasonForms, reasonWords],
    ]
    const strange = said.flatMap(([forms, words]) =>
      Object.entries<string>(forms).flatMap(([code, form]) =>
        valuesIn(JSON.stringify(words[code])).filter((value) => !valuesIn(form).includes(value)),
      ),
    )
    expect(strange).toEqual([])
    const [{ explainedWords }, { explainedWords: german }] = await Promise.all(
      [language, 'de'].map(
        (one) => import(join(consoleFolder, 'translations', one, 'audience/explained.ts')),
      ),
    )
    const unlike = Object.keys(german).filter((key) => {
      const [own, other] = [explainedWords, german].map((words) => valuesIn(formOf(words[key])).toSorted())
      return String(own) !== String(other)
    })
    expect(unlike).toEqual([])
    console.log(`${language}: ${english.length - translated.length} of ${english.length} files are missing`)
  })
})
