import { cp, mkdir } from 'node:fs/promises'

/** What the compiler does not bring to `dist/`: pages, and the parts of Swagger UI that the reference page loads. */
const pages = new URL('../dist/http/pages/', import.meta.url)
const swagger = new URL('./', import.meta.resolve('swagger-ui-dist/package.json'))

await cp(new URL('../src/http/pages/', import.meta.url), pages, { recursive: true })
await mkdir(new URL('swagger-ui/', pages), { recursive: true })
for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE', 'NOTICE']) {
  await cp(new URL(name, swagger), new URL(`swagger-ui/${name}`, pages))
}
