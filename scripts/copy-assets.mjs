import { cp, mkdir, writeFile } from 'node:fs/promises'

/** Copies pages and Redoc to `dist/`, and writes the document of the API there: a server would need a second to make it. */
const pages = new URL('../dist/http/pages/', import.meta.url)
const redoc = new URL('./', import.meta.resolve('redoc/package.json'))

await cp(new URL('../src/http/pages/', import.meta.url), pages, { recursive: true })
await mkdir(new URL('redoc/', pages), { recursive: true })
for (const name of ['bundles/redoc.standalone.js', 'bundles/redoc.standalone.js.LICENSE.txt', 'LICENSE']) {
  await cp(new URL(name, redoc), new URL(`redoc/${name.replace('bundles/', '')}`, pages))
}

const { publishedDocument } = await import('../dist/http/openapi/published.js')
await writeFile(new URL('openapi.json', pages), publishedDocument())
