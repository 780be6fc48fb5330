import { analyzeSync, CaseTag, ForTag, IfTag, Output, UnlessTag, CaptureTag, type Template } from 'liquidjs'
import type { MessageBody } from '../../contract/campaigns/message-content.ts'
import { nearest } from '../../contract/values/spelling/nearest.ts'
import { codeKey, codeTable, type MergeField } from '../codes.ts'
import { parseLiquid } from '../liquid/engine.ts'
import { createMask } from '../liquid/mask.ts'
import { knownBelow, personNames, rootNames } from '../liquid/scope.ts'
import { findCodes } from '../merge.ts'

/** What a content names: fields by id, and what it names in vain. */
export type Names = {
  /** Ids of fields that it shows or asks about. */
  used: ReadonlySet<number>
  /** Of these, those that stand alone: without a default, and no condition asks about them. */
  bare: ReadonlySet<number>
  /** Paths below `data`, by their first name. */
  data: ReadonlySet<string>
  unknown: readonly { code: string; meant: string | null }[]
  /** What conditions compare with. */
  literals: readonly (string | number)[]
}

/** @throws AppError or an error of the engine for what cannot be parsed. */
export function findNames(body: MessageBody, fields: readonly MergeField[]): Names {
  const used = new Set<number>()
  const shown = new Set<number>()
  const byName = new Map(fields.map(({ id, name }) => [codeKey(name), id]))
  const codes = codeTable(fields)
  const parts = partsOf(body)
  for (const part of parts) {
    for (const { start, end, code } of findCodes(part, codes)) {
      const id = byName.get(codeKey(part.slice(start + 2, end - 2).split('|', 1)[0] ?? ''))
      if (id === undefined) continue
      used.add(id)
      if (code.otherwise === undefined) shown.add(id)
    }
  }
  if (body.language !== 'liquid') return { used, bare: shown, data: new Set(), unknown: [], literals: [] }
  const liquid = parts.map((part) => readLiquid(part))
  const asked = new Set(liquid.flatMap(({ asked }) => asked.map((path) => idOf(path, byName))))
  for (const { all, alone } of liquid) {
    for (const path of all) addTo(used, idOf(path, byName))
    for (const path of alone) addTo(shown, idOf(path, byName))
  }
  const all = liquid.flatMap(({ all }) => all)
  return {
    used,
    bare: new Set([...shown].filter((id) => !asked.has(id))),
    data: new Set(all.flatMap(([root, name]) => (root === 'data' && typeof name === 'string' ? [name] : []))),
    unknown: unknownOf(all, [...byName.keys()]),
    literals: liquid.flatMap(({ literals }) => literals),
  }
}

type Path = readonly (string | number | readonly unknown[])[]

function addTo(ids: Set<number>, id: number | undefined): void {
  if (id !== undefined) ids.add(id)
}

function idOf([root, name]: Path, byName: ReadonlyMap<string, number>): number | undefined {
  return root === 'person' && typeof name === 'string' ? byName.get(name) : undefined
}

function partsOf({ format, subject, html, text }: MessageBody): string[] {
  return [subject, ...(format === 'text' ? [] : [html]), ...(format === 'html' ? [] : [text])]
}

function readLiquid(part: string) {
  const mask = createMask()
  const source = mask.show(mask.hide(part))
  const templates = parseLiquid(source)
  const alone: Path[] = []
  const asked: Path[] = []
  visit(templates, (template) => {
    if (template instanceof Output) {
      const hasDefault = template.value.filters.some(({ name }) => name === 'default')
      if (!hasDefault) alone.push(...pathsOf([template]))
    }
    if (isCondition(template)) asked.push(...pathsOf([ownOnly(template)]))
  })
  const inTags = [...source.matchAll(/\{%[\s\S]*?%\}/g)].map(([tag]) => tag).join(' ')
  const literals = [...inTags.matchAll(/"([^"]*)"|'([^']*)'|(?<![\w.])(-?\d+(?:\.\d+)?)/g)].map(
    ([, double, single, number]) => (number === undefined ? (double ?? single ?? '') : Number(number)),
  )
  return { all: pathsOf(templates), alone, asked, literals }
}

function isCondition(template: Template): template is IfTag | UnlessTag | CaseTag | ForTag {
  return [IfTag, UnlessTag, CaseTag, ForTag].some((kind) => template instanceof kind)
}

/** Its condition without its branches. */
function ownOnly(template: IfTag | UnlessTag | CaseTag | ForTag): Template {
  return {
    token: template.token,
    render: () => {},
    arguments: () => template.arguments(),
  }
}

function pathsOf(templates: Template[]): Path[] {
  return Object.values(analyzeSync(templates, { partials: false }).globals).flatMap((found) =>
    found.map((variable) => variable.segments.map((segment) => (isPlain(segment) ? segment : []))),
  )
}

function isPlain(segment: unknown): segment is string | number {
  return typeof segment === 'string' || typeof segment === 'number'
}

function visit(templates: readonly Template[], look: (template: Template) => void): void {
  for (const template of templates) {
    look(template)
    if (template instanceof CaptureTag) visit(template.templates, look)
    if (template instanceof ForTag) {
      visit(template.templates, look)
      visit(template.elseTemplates, look)
    }
    if (template instanceof IfTag || template instanceof UnlessTag || template instanceof CaseTag) {
      for (const { templates: inner } of template.branches) visit(inner, look)
      visit(template.elseTemplates ?? [], look)
    }
  }
}

function unknownOf(paths: readonly Path[], fieldKeys: readonly string[]) {
  const found = new Map<string, string | null>()
  const persons = [...personNames, ...fieldKeys]
  for (const [root, name] of paths) {
    if (typeof root !== 'string') continue
    if (!rootNames.some((known) => known === root)) {
      const field = fieldKeys.includes(codeKey(root)) ? codeKey(root) : nearest(root, persons)
      found.set(root, field === null ? nearest(root, rootNames) : `person.${field}`)
      continue
    }
    const below = root === 'person' ? persons : knownBelow[root]
    if (typeof name !== 'string' || below === undefined || below.includes(name)) continue
    const near = below.includes(codeKey(name)) ? codeKey(name) : nearest(name, below)
    found.set(`${root}.${name}`, near === null ? null : `${root}.${near}`)
  }
  return [...found].slice(0, 20).map(([code, meant]) => ({ code, meant }))
}
