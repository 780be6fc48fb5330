import { ActionIcon, Anchor, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { Link } from 'wouter'
import { deleteStep, type StepRecord } from '../../../../src/contract/autoresponders/sequence-steps.ts'
import { useGuard } from '../../../app/reach/guard.ts'
import { useChange } from '../../../app/api.ts'
import { Confirm } from '../../../design/confirm.tsx'
import { sequenceWords as words } from '../../../words/sequences.ts'
import { stepQueue } from './order.ts'

type Props = {
  step: StepRecord
  params: { mailing_list_id: number; id: number }
  /** Of its message. */
  path: string
  waiting: { people: number; isExact: boolean }
  isFirst: boolean
  isLast: boolean
  isOpen: boolean
  toggle: () => void
  move: (by: -1 | 1) => void
}

/** What can be done with a step: its message, its rules, its place, its end. */
export function StepActions({ step, params, path, waiting, isFirst, isLast, isOpen, ...acts }: Props) {
  const { id, name } = step
  const { toggle, move } = acts
  const [isAsked, { open, close }] = useDisclosure(false)
  const guard = useGuard(`step ${id}`, step.updated_at)
  const remove = useChange(deleteStep, { done: close, queue: stepQueue(params.id), guard })
  const own = { ...params, step_id: id }
  const icon = { variant: 'default', size: 36 } as const
  return (
    <>
      <Group gap="xs">
        <Anchor component={Link} href={path} aria-label={words.edit(name)} me="auto">
          {words.editWord}
        </Anchor>
        <Group gap={4} wrap="nowrap">
          <Button
            variant="default"
            size="xs"
            h={36}
            aria-expanded={isOpen}
            aria-label={words.changeOf(name)}
            onClick={toggle}
          >
            {words.change}
          </Button>
          <ActionIcon {...icon} aria-label={words.up(name)} disabled={isFirst} onClick={() => move(-1)}>
            <IconArrowUp size={18} stroke={1.75} />
          </ActionIcon>
          <ActionIcon {...icon} aria-label={words.down(name)} disabled={isLast} onClick={() => move(1)}>
            <IconArrowDown size={18} stroke={1.75} />
          </ActionIcon>
          <ActionIcon {...icon} aria-label={words.remove(name)} onClick={open}>
            <IconTrash size={18} stroke={1.75} />
          </ActionIcon>
        </Group>
      </Group>
      <Confirm
        isOpen={isAsked}
        title={words.remove(name)}
        action={words.removeDo}
        act={() => remove.mutate({ params: own })}
        close={close}
        isWorking={remove.isPending}
        error={remove.error}
      >
        <Text>{words.removeText(waiting.people, waiting.isExact)}</Text>
      </Confirm>
    </>
  )
}
