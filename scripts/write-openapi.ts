import { writeFile } from 'node:fs/promises'
import { endpoints } from '../src/contract/api/endpoints.ts'
import { openApiDocument } from '../src/http/openapi/document.ts'

/** Writes docs/openapi.json; a test fails when it is not what the endpoints say. */
const file = new URL('../docs/openapi.json', import.meta.url)
await writeFile(file, `${JSON.stringify(openApiDocument(endpoints), null, 2)}\n`)
