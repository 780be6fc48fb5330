import { format } from 'oxfmt'
import { endpoints } from '../src/contract/api/endpoints.ts'
import { shortCallersOf } from '../src/http/openapi/callers.ts'
import { endpointPlaces, type Place } from './endpoint-places.ts'

const introduction = `# All endpoints

Written by \`npm run openapi\`. Paths are below \`/ga/api/v2/\`; [openapi.json](openapi.json) has their other spellings, and the reference at \`/docs\`
of a running server all parameters. Behind each path is the lowest role that may call if it is not \`standard\`. Keys have the role \`organization_admin\` or \`system_admin\` and may call whatever those
may; a name after \`standard\` is the permission that users of that role need. A heading is the folder of its endpoints, in
\`src/contract\`, \`src/store\`, \`src/actions\`, \`src/http\` and \`test/api\`.`

export async function endpointTable(): Promise<string> {
  const folders = new Map((await endpointPlaces()).map((place) => [place.id, folderOf(place)]))
  const names = [...new Set(endpoints.map(({ id }) => folders.get(id) ?? ''))].toSorted()
  const parts = names.map((folder) => {
    const calls = endpoints.filter(({ id }) => folders.get(id) === folder)
    const rows = new Map<string, string[]>()
    for (const one of calls) {
      const caller = shortCallersOf(one)
      const row = `${one.path}\`${caller === 'standard' ? '' : ` ${caller}`}`
      rows.set(row, [...(rows.get(row) ?? []), one.method])
    }
    const lines = [...rows].map(([row, methods]) => `- ${methods.join('/')} \`${row}`)
    return [`## ${folder}`, '', ...lines, ''].join('\n')
  })
  const { code } = await format('endpoints.md', [introduction, '', ...parts].join('\n'), {
    printWidth: 110,
  })
  return code
}

/** Below src/contract; the file of a resource that has one only. */
function folderOf({ file }: Place): string {
  return file.includes('/') ? file.replace(/\/[^/]*$/, '') : file.replace(/\.ts$/, '')
}
