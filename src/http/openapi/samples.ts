import { parametersOf } from './parameters.ts'
import { textParameters } from './text.ts'
import type { OpenApiDocument, Operation } from './model.ts'

/** The reference page replaces it with its own origin. */
export const sampleOrigin = 'https://quiver.example.com'

type Call = {
  method: string
  url: string
  credential: 'key' | 'session' | 'none'
  needsToken: boolean
  body?: unknown
}

export function withCodeSamples(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const entries = Object.entries(operations).map(([method, operation]) => {
      const samples = samplesOf(callOf(document, { method: method.toUpperCase(), path, operation }))
      return [method, { ...operation, 'x-codeSamples': samples }] as const
    })
    return [path, Object.fromEntries(entries)] as const
  })
  return { ...document, paths: Object.fromEntries(paths) }
}

function samplesOf(call: Call) {
  return [
    { lang: 'Shell', label: 'curl', source: curl(call) },
    { lang: 'JavaScript', label: 'JavaScript', source: javaScript(call) },
    { lang: 'Python', label: 'Python', source: python(call) },
  ]
}

type Route = { method: string; path: string; operation: Operation }

function callOf(document: OpenApiDocument, { method, path, operation }: Route): Call {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => exampleOf(name))
  const parameters = parametersOf(document, operation)
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  const query = required.map(
    ({ name, schema }) => `${name}=${schema['format'] === 'date' ? '2026-01-31' : '1'}`,
  )
  const body = operation.requestBody?.content['application/json']?.example
  const schemes = (operation['security'] as Record<string, string[]>[]).flatMap(Object.keys)
  return {
    method,
    url: `${sampleOrigin}${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    credential: schemes.includes('basic') ? 'key' : schemes.includes('session') ? 'session' : 'none',
    needsToken: schemes.includes('csrf'),
    ...(body === undefined ? {} : { body }),
  }
}

function exampleOf(parameter: string): string {
  const { examples, enum: choices } = textParameters[parameter] ?? {}
  const [example] = [examples, choices].filter(Array.isArray).flat()
  return typeof example === 'string' ? encodeURI(example) : parameter === 'code' ? 'CODE' : '1'
}

/** `variable` writes a value that comes from the environment. */
function headersOf(call: Call, variable: (name: string) => string): [name: string, value: string][] {
  if (call.credential === 'key') return [['Authorization', `Basic ${variable('QUIVER_API_KEY')}`]]
  if (call.credential === 'none') return []
  const cookie = ['Cookie', `__Host-quiver_session=${variable('QUIVER_SESSION')}`] as [string, string]
  return call.needsToken ? [cookie, ['X-CSRF-Token', variable('QUIVER_CSRF_TOKEN')]] : [cookie]
}

function curl(call: Call): string {
  const { method, url, body } = call
  const isDefault = method === (body === undefined ? 'GET' : 'POST')
  const lines = [
    `curl ${isDefault ? '' : `-X ${method} `}'${url}'`,
    ...headersOf(call, (name) => `$${name}`).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined
      ? []
      : [`-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`]),
  ]
  return lines.join(' \\\n  ')
}

function javaScript(call: Call): string {
  const { method, url, body } = call
  const headers = headersOf(call, (name) => `\${process.env.${name}}`).map(
    ([name, value]) => `    ${/^\w+$/.test(name) ? name : `'${name}'`}: \`${value}\`,\n`,
  )
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',\n`]),
    ...(headers.length === 0 ? [] : [`  headers: {\n${headers.join('')}  },\n`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(JSON.stringify(body, null, 2))}),\n`]),
  ].join('')
  return `const response = await fetch('${url}'${options === '' ? '' : `, {\n${options}}`})
console.log(await response.${isText(url) ? 'text' : 'json'}())`
}

function python(call: Call): string {
  const { method, url, body } = call
  const headers = headersOf(call, (name) => `{os.environ['${name}']}`).map(
    ([name, value]) => `        "${name}": f"${value}",\n`,
  )
  const lines = [
    `    "${url}",\n`,
    ...(headers.length === 0 ? [] : [`    headers={\n${headers.join('')}    },\n`]),
    ...(body === undefined ? [] : [`    json=${indented(pythonOf(body), '    ')},\n`]),
  ].join('')
  const imports = headers.length === 0 ? 'import requests' : 'import os\nimport requests'
  return `${imports}\n\nresponse = requests.${method.toLowerCase()}(\n${lines})
print(response.${isText(url) ? 'text' : 'json()'})`
}

function isText(url: string): boolean {
  return /\/logs\/|\.csv$/.test(url)
}

/** JSON literals are valid Python, except for three words. */
function pythonOf(body: unknown): string {
  const words: Record<string, string> = { true: 'True', false: 'False', null: 'None' }
  return JSON.stringify(body, null, 4).replaceAll(
    /"(?:[^"\\]|\\.)*"|true|false|null/g,
    (token) => words[token] ?? token,
  )
}

function indented(text: string, space = '  '): string {
  return text.replaceAll('\n', `\n${space}`)
}
