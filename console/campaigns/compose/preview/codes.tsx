import { Alert, Button, Menu, Text, TextInput } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { useState } from 'react'
import { listCustomFields } from '../../../../src/contract/lists/custom-fields.ts'
import { useCall } from '../../../app/api.ts'
import { composeWords } from '../../../words/compose.ts'

const words = composeWords.what

type CodeMenuProps = { listId: number; insert: (code: string) => void }

/** The codes that people of the list have something for. */
export function CodeMenu({ listId, insert }: CodeMenuProps) {
  const fields = useCall(listCustomFields, { params: { mailing_list_id: listId }, query: { per_page: 2000 } })
  const [otherwise, setOtherwise] = useState('')
  // What would end the code.
  const fallback = otherwise.replaceAll(/[%<>"&|]/g, '').trim()
  const own = (fields.data?.data ?? []).map(({ name }) => ({
    code: `%%${name.replaceAll(' ', '_')}${fallback === '' ? '' : `|${fallback}`}%%`,
    name,
  }))
  const known = Object.entries(words.codeNames).map(([code, name]) => ({ code: `%%${code}%%`, name }))
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<IconBraces size={18} stroke={1.75} />}>
          {words.codes}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <TextInput
          m="xs"
          label={words.otherwise}
          description={words.otherwiseHint}
          value={otherwise}
          onChange={({ currentTarget }) => setOtherwise(currentTarget.value)}
        />
        {[...own, ...known].map(({ code, name }) => (
          <Menu.Item key={code} onClick={() => insert(code)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Unknown merge codes, listed while the content contains them. */
export function UnknownCodes({ found }: { found: readonly { code: string; meant: string | null }[] }) {
  const unique = [...new Map(found.map((one) => [one.code, one])).values()]
  if (unique.length === 0) return null
  return (
    <Alert variant="outline" color="var(--quiver-warning)" role="status">
      {unique.map(({ code, meant }) => (
        <Text key={code}>{words.unknown(code, meant)}</Text>
      ))}
    </Alert>
  )
}
