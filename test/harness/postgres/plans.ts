import type postgres from 'postgres'
import type { Sql, Transaction } from '../../../src/database/driver/connection.ts'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  Plans?: Node[]
}

/** How the statements of `work` read a table: `Seq Scan`, `Tid Scan`, `Index Scan: <condition>`. */
export async function readsOf(
  sql: Transaction,
  table: string,
  work: (sql: Transaction) => Promise<unknown>,
): Promise<string[]> {
  const explained: Promise<string[]>[] = []
  const explain = async (args: Parameters<Sql>) => {
    const [row] = await sql<[{ 'QUERY PLAN': [{ Plan: Node }] }]>`explain (format json) ${sql(...args)}`
    return readsIn(row['QUERY PLAN'][0].Plan, table)
  }
  const explaining = new Proxy(sql, {
    apply: (tag, _self, args: Parameters<Sql>) => {
      const made = tag(...args) as postgres.PendingQuery<postgres.Row[]> & {
        handler: (made: unknown) => void
      }
      // Parts of statements are never executed.
      const { handler } = made
      if (typeof handler === 'function') {
        made.handler = (statement) => {
          explained.push(explain(args))
          handler(statement)
        }
      }
      return made
    },
  })
  await work(explaining)
  return (await Promise.all(explained)).flat()
}

function readsIn(node: Node, table: string): string[] {
  const below = (node.Plans ?? []).flatMap((child) => readsIn(child, table))
  const isRead = node['Relation Name'] === table && node['Node Type'] !== 'ModifyTable'
  const condition = node['Index Cond']
  const read = condition === undefined ? node['Node Type'] : `${node['Node Type']}: ${condition}`
  return isRead ? [read, ...below] : below
}
