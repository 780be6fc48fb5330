import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { onTestFinished } from 'vitest'

type Told = {
  next?: string
  notice: string
  data: unknown
  paging?: { num_records?: number }
  warnings?: string[]
}

export type Used = { isError: boolean; told: Told; text: string }

/** A program that speaks to `/mcp` by the client of the protocol's own library. */
export async function anAssistant(url: string, credential: string, name = 'Test assistant') {
  const client = new Client({ name, version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${credential}` } },
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  const use = async (tool: string, given: object): Promise<Used> => {
    const { isError, structuredContent, content } = await client.callTool({
      name: tool,
      arguments: { ...given },
    })
    const [first] = content as { text: string }[]
    return { isError: isError === true, told: structuredContent as Told, text: first?.text ?? '' }
  }
  const read = async <Data>(call: string, params: object = {}, more: object = {}): Promise<Data> => {
    const { isError, told } = await use('read', { call, params, ...more })
    if (isError) throw new Error(`${call}: ${JSON.stringify(told.data)}`)
    return told.data as Data
  }
  const plan = (call: string, params: object, body?: object) => use('plan', { call, params, body })
  /** Plans a call and applies the plan. */
  const change = async <Data>(call: string, params: object, body?: object): Promise<Data> => {
    const planned = await plan(call, params, body)
    if (planned.isError) throw new Error(`${call}: ${JSON.stringify(planned.told.data)}`)
    const { id } = planned.told.data as { id: number }
    const applied = await use('apply', { plan_id: id })
    if (applied.isError) throw new Error(`${call}: ${JSON.stringify(applied.told.data)}`)
    return (applied.told.data as { answer: Data }).answer
  }
  return { client, transport, use, read, plan, change }
}
