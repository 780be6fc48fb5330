import { writeFile } from 'node:fs/promises'
import { format } from 'oxfmt'
import { endpoints } from '../src/contract/api/endpoints.ts'
import { openApiDocument } from '../src/http/openapi/document.ts'
import { endpointTable } from './endpoint-table.ts'
import { settingsPage } from './settings-page.ts'

/** A test fails if these files differ from the code. */
const docs = new URL('../docs/', import.meta.url)
const json = JSON.stringify(openApiDocument(endpoints))
const { code } = await format('openapi.json', json, { printWidth: 110 })
await writeFile(new URL('openapi.json', docs), code)
await writeFile(new URL('endpoints.md', docs), await endpointTable())
await writeFile(new URL('settings.md', docs), await settingsPage())
