import { readdir } from 'node:fs/promises'
import { format } from 'oxfmt'
import { endpoints } from '../src/contract/api/endpoints.ts'
import { shortCallersOf } from '../src/http/openapi/callers.ts'

const contract = new URL('../src/contract/', import.meta.url)

const introduction = `# All endpoints

Written by \`npm run openapi\`. Paths are below \`/ga/api/v2/\`; [openapi.json](openapi.json) has their other spellings.
**Caller** is the lowest role that may call. Keys have the role \`organization_admin\` or \`system_admin\` and may call
whatever those may; a name after \`standard\` is the permission that users of that role need. **Folder** is where the
endpoint is found, under the same name in \`src/contract\`, \`src/store\`, \`src/actions\`, \`src/http\` and \`test/api\`.`

export async function endpointTable(): Promise<string> {
  const folders = await foldersOfEndpoints()
  const rows = endpoints.map((endpoint) => {
    const folder = folders.get(endpoint)
    if (folder === undefined) throw new Error(`No file of src/contract exports ${endpoint.id}.`)
    return `| ${endpoint.method} | \`${endpoint.path}\` | ${shortCallersOf(endpoint)} | ${folder} |`
  })
  const head = ['| method | path | caller | folder |', '| --- | --- | --- | --- |']
  const { code } = await format('endpoints.md', [introduction, '', ...head, ...rows].join('\n'), {
    printWidth: 110,
  })
  return code
}

/** Maps endpoints to their folder below src/contract, or to their file if the resource has one file only. */
async function foldersOfEndpoints(): Promise<Map<unknown, string>> {
  const folders = new Map<unknown, string>()
  const files = await readdir(contract, { recursive: true })
  for (const file of files.filter((name) => /(?<!\.test)\.ts$/.test(name) && !name.startsWith('api/'))) {
    const exported: unknown = await import(new URL(file, contract).href)
    const folder = file.includes('/') ? file.replace(/\/[^/]*$/, '') : file.replace(/\.ts$/, '')
    for (const part of partsOf(exported, 3)) folders.set(part, folder)
  }
  return folders
}

function partsOf(value: unknown, depth: number): unknown[] {
  if (typeof value !== 'object' || value === null || depth === 0) return []
  return Object.values(value).flatMap((member) => [member, ...partsOf(member, depth - 1)])
}
