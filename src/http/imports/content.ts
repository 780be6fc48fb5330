import { largerContent } from '../../actions/imports/content.ts'
import type { BodyOptions } from '../server/read-body.ts'

const megabyte = 1_048_576

/** Clients that keep to ASCII send a letter of two bytes as an escape of six. The rest of the body is small. */
export function contentBodies(jsonBytesMax: number): BodyOptions {
  return { bodyLimit: 3 * jsonBytesMax + megabyte, largerBodies: largerContent(jsonBytesMax) }
}

/** Half of it is for one client: one body of the largest size, or two of usual ones. */
export function bodyMemoryFor(jsonBytesMax: number): number {
  return Math.max(64 * megabyte, 2 * contentBodies(jsonBytesMax).bodyLimit)
}
