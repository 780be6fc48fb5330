import { writeFile } from 'node:fs/promises'
import { format } from 'prettier'
import { endpoints } from '../src/contract/api/endpoints.ts'
import { openApiDocument } from '../src/http/openapi/document.ts'

/** Writes docs/openapi.json; a test fails when it is not what the endpoints say. */
const file = new URL('../docs/openapi.json', import.meta.url)
const json = JSON.stringify(openApiDocument(endpoints))
await writeFile(file, await format(json, { parser: 'json', printWidth: 110 }))
