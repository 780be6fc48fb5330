import { Group, Kbd, SimpleGrid, Table } from '@mantine/core'
import { Fragment } from 'react'
import { Page, Panel } from '../design/page.tsx'
import { keyWords as words } from '../words/session/keys.ts'

/** Every key of the console, for people who work without a mouse. */
export default function Keys() {
  return (
    <Page title={words.title} lead={words.lead}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {words.groups.map(({ title, keys }) => (
          <Panel key={title} title={title} flush>
            <Table verticalSpacing={6} mb="sm">
              <Table.Caption hidden>{title}</Table.Caption>
              <Table.Tbody>
                {keys.map(([combination, meaning]) => (
                  <Table.Tr key={meaning}>
                    <Table.Th scope="row" w="11rem" ps="md" fw={400}>
                      <Combination of={combination} />
                    </Table.Th>
                    <Table.Td pe="md">{meaning}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Panel>
        ))}
      </SimpleGrid>
    </Page>
  )
}

function Combination({ of: keys }: { of: readonly string[] }) {
  return (
    <Group gap={6} wrap="nowrap">
      {keys.map((key) => (
        <Fragment key={key}>
          <Kbd size="sm">{key}</Kbd>
        </Fragment>
      ))}
    </Group>
  )
}
