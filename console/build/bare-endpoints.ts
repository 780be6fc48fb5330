import { pathToFileURL } from 'node:url'
import { register } from 'tsx/esm/api'
import type { Plugin } from 'vite'

const mark = '\0bare:'
const contract = '/src/contract/'

type Exports = Record<string, unknown>

/** One loader for all modules, so that each is read once. */
const loader = register({ namespace: 'bare-endpoints' })

/** What a module of the contract exports when it is run. */
export async function exportsOf(file: string): Promise<Exports> {
  return (await loader.import(pathToFileURL(file).href, import.meta.url)) as Exports
}

/**
 * The console calls endpoints by the objects of the contract, whose schemas would bring zod (54 kB) and every schema into
 * the first page. For the console, an endpoint is its data without the schemas; everything else that a module of the
 * contract exports, such as the schema of a form, comes from the module itself, and zod with it, where it is used.
 */
export function bareEndpoints(): Plugin {
  return {
    name: 'bare-endpoints',
    enforce: 'pre',
    async resolveId(source, importer) {
      const isOurs = source.startsWith('.') || importer?.startsWith(mark) === true
      if (importer === undefined || !isOurs) return null
      const from = importer.startsWith(mark) ? importer.slice(mark.length) : importer
      const found = await this.resolve(source, from, { skipSelf: true })
      if (found === null || !found.id.includes(contract)) return null
      // Without this, a schema that nothing uses stays: to the bundler, each call of zod could have an effect.
      const whole = { id: found.id, moduleSideEffects: false }
      if (from.includes(contract)) return whole
      const exports = await exportsOf(found.id)
      const hasEndpoints = Object.values(exports).some((one) => isEndpoint(one) || isGroup(one))
      return hasEndpoints ? { id: mark + found.id, moduleSideEffects: false } : whole
    },
    async load(id) {
      if (!id.startsWith(mark)) return null
      const file = id.slice(mark.length)
      const exports = await exportsOf(file)
      this.addWatchFile(file)
      return Object.entries(exports)
        .map(([name, value]) => exportOf(file, name, value))
        .join('\n')
    },
  }
}

function exportOf(file: string, name: string, value: unknown): string {
  if (isEndpoint(value)) return `export const ${name} = ${JSON.stringify(withoutSchemas(value))}`
  if (isGroup(value)) return `export const ${name} = ${JSON.stringify(bareGroup(value))}`
  return `export { ${name} } from ${JSON.stringify(file)}`
}

function isEndpoint(value: unknown): value is Exports {
  return isRecord(value) && typeof value['id'] === 'string' && 'method' in value && 'path' in value
}

/** Groups of endpoints, and of groups and names: `senderDomainEndpoints.list`, `sendingRuleEndpoints.own.list`. */
function isGroup(value: unknown): value is Exports {
  const parts = isRecord(value) ? Object.values(value) : []
  const isOfEndpoints = (one: unknown) => isEndpoint(one) || isGroup(one)
  return parts.some(isOfEndpoints) && parts.every((one) => isOfEndpoints(one) || isNames(one))
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function bareGroup(group: Exports): Exports {
  const bare = Object.entries(group).map(([key, one]) => {
    if (isEndpoint(one)) return [key, withoutSchemas(one)]
    return [key, isGroup(one) ? bareGroup(one) : one]
  })
  return Object.fromEntries(bare)
}

function isRecord(value: unknown): value is Exports {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const schemas = ['body', 'data', 'query', 'beside']

function withoutSchemas(endpoint: Exports): Exports {
  return Object.fromEntries(Object.entries(endpoint).filter(([name]) => !schemas.includes(name)))
}
