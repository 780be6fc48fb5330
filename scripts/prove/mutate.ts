import { parseAst } from 'vite'

/** A change of a source that a sound test notices. */
export type Mutation = { start: number; end: number; text: string; line: number; words: string }

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const swapped: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
}

/** What is inside of these decides nothing while the program runs. */
const skipped =
  /^(?:TS(?!AsExpression|NonNull|Satisfies)|ImportDeclaration|JSXText|Export(?:All|Named)Declaration$)/

/** Parts of statements in SQL that can be left out or reversed without an error of syntax. */
const clauses: [RegExp, string][] = [
  [/ for (?:no key )?update(?: skip locked)?\b/g, ''],
  [/ desc\b/g, ''],
  [/ <= /g, ' < '],
  [/ is not null\b/g, ' is null'],
  [/\bgreatest\(/g, 'least('],
  [/ and [a-z]\w*(?:\.\w+)? (?:is null|is not null|in \('[^']*'(?:, '[^']*')*\)|= '[^']*')/g, ''],
]

/** @returns every fault that can be planted in the source, in its order. */
export function mutationsOf(source: string, lang: 'ts' | 'tsx'): Mutation[] {
  const found: Omit<Mutation, 'line'>[] = []
  visit(parseAst(source, { lang }) as unknown as Node, (node) => {
    const change = changeOf(node, source)
    if (change !== null) found.push(change)
    if (node.type === 'TemplateElement') found.push(...changesOfSql(node, source))
  })
  return found.map((one) => ({ ...one, line: source.slice(0, one.start).split('\n').length }))
}

function changeOf(node: Node, source: string): Omit<Mutation, 'line'> | null {
  const replaced = (text: string, words: string) => ({ start: node.start, end: node.end, text, words })
  const of = (name: string) => {
    const { start, end } = node[name] as Node
    return source.slice(start, end)
  }
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const operator = String(node['operator'])
      if (operator === '??') return replaced(of('left'), `without its \`?? ${short(of('right'))}\``)
      const other = swapped[operator]
      if (other === undefined || (/[+-]/.test(operator) && /['"`]/.test(source.slice(node.start, node.end))))
        return null
      return replaced(`${of('left')} ${other} ${of('right')}`, `\`${operator}\` is \`${other}\``)
    }
    case 'IfStatement': {
      const { start, end } = node['test'] as Node
      return { start, end, text: `!(${of('test')})`, words: `\`if (${short(of('test'))})\` is reversed` }
    }
    case 'ConditionalExpression':
      return replaced(
        `${of('test')} ? ${of('alternate')} : ${of('consequent')}`,
        `the two sides of \`${short(of('test'))} ?\` are swapped`,
      )
    case 'ExpressionStatement':
      return /^(?:await|void)? ?[\w.]+\(/.test(of('expression'))
        ? replaced(';', `without \`${short(of('expression'))}\``)
        : null
    case 'Literal':
      return typeof node['value'] === 'boolean'
        ? replaced(String(!node['value']), `\`${String(node['value'])}\` is \`${String(!node['value'])}\``)
        : null
    default:
      return null
  }
}

function changesOfSql(node: Node, source: string): Omit<Mutation, 'line'>[] {
  const text = source.slice(node.start, node.end)
  if (!/\b(?:select|update|insert|delete|where|and)\b/.test(text)) return []
  return clauses.flatMap(([pattern, other]) =>
    [...text.matchAll(pattern)].map((match) => ({
      start: node.start + match.index,
      end: node.start + match.index + match[0].length,
      text: other,
      words:
        other === ''
          ? `a statement without \`${match[0].trim()}\``
          : `\`${match[0].trim()}\` is \`${other.trim()}\` in a statement`,
    })),
  )
}

function visit(node: Node, look: (node: Node) => void): void {
  if (skipped.test(node.type) && node['declaration'] == null) return
  look(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child !== null && typeof child === 'object' && typeof (child as Node).type === 'string')
        visit(child as Node, look)
    }
  }
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('`', "'").replaceAll('|', '\\|')
  return line.length > 60 ? `${line.slice(0, 57)}…` : line
}
