import { readdir, readFile } from 'node:fs/promises'
import type { Endpoint } from '../../../src/contract/api/endpoint.ts'

const root = new URL('../../../', import.meta.url)

/** Text of every module of the console, by its path: `console/lists/lists-page.tsx`. */
export async function consoleSources(): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(new URL('console/', root), { recursive: true })
  const paths = names.filter((name) => /\.tsx?$/.test(name)).map((name) => `console/${name}`)
  return new Map(
    await Promise.all(
      paths.map(async (path) => [path, await readFile(new URL(path, root), 'utf8')] as const),
    ),
  )
}

/**
 * The endpoints that a module calls: it imports their object and uses it for more than to ask whether it may be called.
 * @returns their ids.
 */
export async function endpointsCalledIn(path: string, text: string): Promise<string[]> {
  const rest = text
    .replaceAll(/import [^']*'[^']*'/g, '')
    .replaceAll(/\bmay\([\w.]+\)/g, '')
    .replaceAll(/\bneeds: [\w.]+/g, '')
  const imports = [...text.matchAll(/import \{([^}]*)\} from '([^']*src\/contract\/[^']*)'/g)]
  const found = imports.map(async ([, names = '', from = '']) => {
    const module = (await import(new URL(from, new URL(path, root)).href)) as Record<string, unknown>
    return names.split(',').flatMap((entry) => {
      const [name = '', local = name] = entry.trim().split(' as ')
      return endpointsUsed(module[name], local, rest)
    })
  })
  return (await Promise.all(found)).flat()
}

/** @param value an endpoint, a group of them (`senderDomainEndpoints`), or a group of groups (`.own`) */
function endpointsUsed(value: unknown, local: string, rest: string): string[] {
  if (isEndpoint(value)) return isNamed(local, rest) ? [value.id] : []
  if (typeof value !== 'object' || value === null) return []
  const taken = new RegExp(`const \\{([^}]*)\\} = ${local.replaceAll('.', '\\.')}\\n`).exec(rest)
  const body = taken === null ? rest : rest.replace(taken[0], '')
  const names = new Map(
    (taken?.[1] ?? '').split(',').map((entry) => {
      const [name = '', its = name] = entry.trim().split(': ')
      return [name, its] as const
    }),
  )
  // A group that is handed on as a whole, `endpoints={seedListEndpoints.own}`, is used as a whole.
  const isWhole = new RegExp(`\\{${local.replaceAll('.', '\\.')}\\}`).test(rest)
  return Object.entries(value).flatMap(([key, one]) => {
    const its = names.get(key)
    if (isWhole && isEndpoint(one)) return [one.id]
    return [
      ...endpointsUsed(one, `${local}.${key}`, rest),
      ...(its === undefined ? [] : endpointsUsed(one, its, body)),
    ]
  })
}

function isNamed(name: string, text: string): boolean {
  return new RegExp(`\\b${name.replaceAll('.', '\\.')}\\b`).test(text)
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}
