import { Option } from 'commander'
import { parseAuthorization } from '../contract/api/credential.ts'

export type ServerOptions = { url: string; key?: string }

export function serverOptions(): Option[] {
  return [
    new Option('--url <url>', 'the server').env('QUIVER_URL').default('http://127.0.0.1:8080'),
    new Option('--key <credential>', 'the credential (api_key)').env('QUIVER_API_KEY'),
  ]
}

/** @throws Error, a sentence. */
export function readCredential(key: string | undefined) {
  if (key === undefined || key === '') {
    throw new Error('No credential given. Set QUIVER_API_KEY to the api_key of a key, or use --key.')
  }
  const credential = parseAuthorization(`Basic ${key}`)
  if (credential === null) {
    throw new Error(
      'The credential is malformed: it must be the api_key of a key, exactly as the server shows it.',
    )
  }
  return { credential: key, organizationId: credential.organizationId }
}

/** @throws Error, a sentence. */
export function checkServerUrl(url: string): void {
  if (!URL.canParse(url)) throw new Error(`${url} is not a URL; it must look like http://127.0.0.1:8080.`)
}
