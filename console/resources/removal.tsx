import { List, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ApiFailure } from '../../src/client/api.ts'
import type { Endpoint } from '../../src/contract/api/endpoint.ts'
import { useChange } from '../app/api.ts'
import { Confirm, Danger } from '../design/confirm.tsx'
import { routeWords } from '../words/resources.ts'

const words = routeWords.removal

type RemovalProps = { endpoint: Endpoint; params: Record<string, string | number>; name: string }

/** Something that is in use cannot be deleted: the server names what uses it. */
export function Removal({ endpoint, params, name }: RemovalProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const remove = useChange(endpoint, { done: close })
  const users = remove.error instanceof ApiFailure ? (remove.error.data?.dependencies ?? []) : []
  return (
    <>
      <Danger size="xs" onClick={open}>
        {routeWords.remove}
      </Danger>
      <Confirm
        isOpen={isOpen}
        title={words.title(name)}
        action={words.action(name)}
        act={() => remove.mutate({ params })}
        close={close}
        isWorking={remove.isPending}
        error={remove.error}
      >
        <Text>{words.text}</Text>
        <List>
          {users.map(({ type, id }) => (
            <List.Item key={`${type} ${id}`}>{words.usedBy(type, id)}</List.Item>
          ))}
        </List>
      </Confirm>
    </>
  )
}
