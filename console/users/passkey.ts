/** What the browser does with passkeys, by its own functions for JSON: no library is needed. */

type Json = Record<string, unknown>

type WithJson = {
  parseCreationOptionsFromJSON: (options: Json) => PublicKeyCredentialCreationOptions
  parseRequestOptionsFromJSON: (options: Json) => PublicKeyCredentialRequestOptions
}

/** Browsers have passkeys for names only, over https or on this machine. */
export function hasPasskeys(): boolean {
  const { PublicKeyCredential: api } = window as { PublicKeyCredential?: object }
  const isNamed = !/^[\d.]+$|^\[/.test(window.location.hostname)
  return api !== undefined && 'parseCreationOptionsFromJSON' in api && isNamed && window.isSecureContext
}

/** null: the person has cancelled, or has none here. */
export async function makePasskey(options: Json): Promise<Json | null> {
  const publicKey = withJson().parseCreationOptionsFromJSON(options)
  return jsonOf(await navigator.credentials.create({ publicKey }).catch(cancelled))
}

export async function usePasskey(options: Json): Promise<Json | null> {
  const publicKey = withJson().parseRequestOptionsFromJSON(options)
  return jsonOf(await navigator.credentials.get({ publicKey }).catch(cancelled))
}

function withJson(): WithJson {
  return PublicKeyCredential as unknown as WithJson
}

function jsonOf(credential: Credential | null): Json | null {
  return credential === null ? null : (credential as unknown as { toJSON: () => Json }).toJSON()
}

/** Browsers say the same of a timeout and of no passkey, so that pages learn nothing. */
function cancelled(error: unknown): null {
  if (
    error instanceof DOMException &&
    ['NotAllowedError', 'AbortError', 'InvalidStateError'].includes(error.name)
  ) {
    return null
  }
  throw error
}
