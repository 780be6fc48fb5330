import { Client } from 'undici'

export type Call = <Data>(method: 'GET' | 'POST', path: string, body?: object) => Promise<Data>

/** Calls of one client. Throws an Error for what is refused. */
export function callerOf(url: string, credential: string): Call {
  const client = new Client(url)
  return async <Data>(method: 'GET' | 'POST', path: string, body?: object) => {
    const headers = { authorization: `Basic ${credential}` }
    const text = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await client.request({ method, path: `/ga/api/v2/${path}`, headers, ...text })
    const { data, error_message: problem } = (await answer.body.json()) as {
      data: Data
      error_message: string
    }
    if (answer.statusCode !== 200) throw new Error(`${path}: ${problem}`)
    return data
  }
}
