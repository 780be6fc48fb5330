import { endpoints } from '../../contract/api/endpoints.ts'
import { openApiDocument } from './document.ts'
import { withCodeSamples } from './samples.ts'

/** What `/openapi.json` answers. It takes a second to make, so the build does. */
export function publishedDocument(): string {
  return JSON.stringify(withCodeSamples(openApiDocument(endpoints)))
}
