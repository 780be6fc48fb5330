import type { Transaction } from '../../../src/database/driver/connection.ts'
import { executeOf, statementsOf, type Statement } from '../../../src/database/driver/statement/sql.ts'

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
  const explain = async (statement: Statement) => {
    const [row] = await sql<[{ 'QUERY PLAN': [{ Plan: Node }] }]>`explain (format json) ${statement}`
    return readsIn(row['QUERY PLAN'][0].Plan, table)
  }
  // Parts of statements are never executed.
  const tag = statementsOf((statement) => {
    // Settings are whole texts, which have no plan.
    if (statement.parts !== undefined) explained.push(explain(statement))
    return executeOf(sql)(statement)
  })
  const explaining: Transaction = Object.assign(tag, { savepoint: sql.savepoint, last: sql.last })
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
