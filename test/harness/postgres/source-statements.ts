import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { parseSync } from 'vite'

export type Statement = {
  /** Path below the folder, and the function. */
  place: string
  /** Its source, with that of the fragments that it is made of. */
  text: string
  /** Of the function around it. */
  around: string
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>
type File = {
  name: string
  source: string
  body: Node[]
  known: Map<string, string>
  imports: Map<string, string>
}

/** All statements in the sources of a folder: tagged templates that are no part of another. */
export async function statementsIn(folder: string): Promise<Statement[]> {
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const files = new Map<string, File>()
  for (const name of names.toSorted()) {
    const source = await readFile(path.join(folder, name), 'utf8')
    const body = parseSync(name, source).program.body as unknown as Node[]
    files.set(name, { name, source, body, known: knownIn(body, source), imports: importsOf(body, name) })
  }
  return [...files.values()].flatMap((file) => file.body.flatMap((node) => statementsOf(node, file, files)))
}

function statementsOf(top: Node, file: File, files: ReadonlyMap<string, File>): Statement[] {
  const around = file.source.slice(top.start, top.end)
  const named = /(?:function|const|let)\s+(\w+)/.exec(around)?.[1] ?? '(nothing)'
  const local = new Map(file.known)
  for (const [name, text] of knownIn(inner(top), file.source)) local.set(name, text)
  const found: Statement[] = []
  walk(top, (node) => {
    if (node.type !== 'TaggedTemplateExpression') return true
    const own = file.source.slice(node.start, node.end)
    found.push({
      place: `${file.name} ${named}`,
      text: expand(own, { ...file, known: local }, files, new Set()),
      around,
    })
    return false
  })
  return found
}

/** The text with the sources of what it names and calls, as far as they are in this folder. */
function expand(text: string, file: File, files: ReadonlyMap<string, File>, seen: Set<string>): string {
  let all = text
  for (const [, inserted = ''] of text.matchAll(/\$\{((?:[^{}]|\{[^{}]*\})*)/g)) {
    for (const [name] of inserted.matchAll(/\b[a-z]\w+\b/g)) {
      const imported = files.get(file.imports.get(name) ?? '')
      const source = imported === undefined ? file.known.get(name) : imported.known.get(name)
      const key = `${(imported ?? file).name} ${name}`
      if (source === undefined || seen.has(key)) continue
      seen.add(key)
      all += `\n-- ${name}: ${expand(source, imported ?? file, files, seen)}`
    }
  }
  return all
}

/** Functions and constants with a template in them, by name. */
function knownIn(nodes: unknown, source: string): Map<string, string> {
  const known = new Map<string, string>()
  walk(nodes, (node) => {
    const { type, id } = node
    const name = (id as { name?: string } | null)?.name
    if ((type !== 'FunctionDeclaration' && type !== 'VariableDeclarator') || name === undefined) return true
    const text = source.slice(node.start, node.end)
    if (text.includes('`')) known.set(name, text)
    return type === 'VariableDeclarator'
  })
  return known
}

function inner(node: Node): unknown {
  const { body, declaration } = node as { body?: unknown; declaration?: Node }
  return body ?? declaration?.body
}

function importsOf(body: readonly Node[], name: string): Map<string, string> {
  const imports = new Map<string, string>()
  for (const node of body) {
    if (node.type !== 'ImportDeclaration') continue
    const from = (node.source as { value: string }).value
    for (const { local } of node.specifiers as { local: { name: string } }[]) {
      imports.set(local.name, path.join(path.dirname(name), from))
    }
  }
  return imports
}

/** @param visit false: not what is inside of it. */
function walk(value: unknown, visit: (node: Node) => boolean): void {
  if (Array.isArray(value)) for (const each of value) walk(each, visit)
  else if (value !== null && typeof value === 'object') {
    if ('type' in value && typeof value.type === 'string' && !visit(value as Node)) return
    for (const each of Object.values(value)) walk(each, visit)
  }
}
