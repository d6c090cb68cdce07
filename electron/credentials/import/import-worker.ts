import { parentPort } from 'node:worker_threads'
import type { ImportAnswer, ImportQuestion } from './import-messages.ts'
import { ImportReading } from './import-reading.ts'

// The worker thread of one import: whatever a file does to its reader, it does here. Main ends it.

const reading = new ImportReading()

parentPort?.on('message', (question: ImportQuestion) => {
  if (question.call === 'place') {
    parentPort?.postMessage(reading.place(question.input) satisfies ImportAnswer)
    return
  }
  const found = reading.read(question.input)
  parentPort?.postMessage(
    found satisfies ImportAnswer,
    found.keys.map(({ pkcs8 }) => pkcs8.buffer),
  )
})
