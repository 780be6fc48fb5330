import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { words } from '../../words/app.ts'
import { useSession } from '../session.tsx'

export function Unreachable() {
  const { check } = useSession()
  return (
    <Center mih="100vh" p="md" component="main">
      <Stack gap="sm" align="flex-start" maw="28rem">
        <Title order={1}>{words.unreachable.title}</Title>
        <Text>{words.unreachable.text}</Text>
        <Button onClick={() => void check()}>{words.tryAgain}</Button>
      </Stack>
    </Center>
  )
}
