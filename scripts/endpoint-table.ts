import { format } from 'oxfmt'
import { endpoints } from '../src/contract/api/endpoints.ts'
import { shortCallersOf } from '../src/http/openapi/callers.ts'
import { endpointPlaces, type Place } from './endpoint-places.ts'

const introduction = `# All endpoints

Written by \`npm run openapi\`. Paths are below \`/ga/api/v2/\`; [openapi.json](openapi.json) has their other spellings.
**Caller** is the lowest role that may call. Keys have the role \`organization_admin\` or \`system_admin\` and may call
whatever those may; a name after \`standard\` is the permission that users of that role need. **Folder** is where the
endpoint is found, under the same name in \`src/contract\`, \`src/store\`, \`src/actions\`, \`src/http\` and \`test/api\`.`

export async function endpointTable(): Promise<string> {
  const folders = new Map((await endpointPlaces()).map((place) => [place.id, folderOf(place)]))
  const rows = endpoints.map((endpoint) => {
    const folder = folders.get(endpoint.id)
    return `| ${endpoint.method} | \`${endpoint.path}\` | ${shortCallersOf(endpoint)} | ${folder} |`
  })
  const head = ['| method | path | caller | folder |', '| --- | --- | --- | --- |']
  const { code } = await format('endpoints.md', [introduction, '', ...head, ...rows].join('\n'), {
    printWidth: 110,
  })
  return code
}

/** Below src/contract; the file of a resource that has one only. */
function folderOf({ file }: Place): string {
  return file.includes('/') ? file.replace(/\/[^/]*$/, '') : file.replace(/\.ts$/, '')
}
