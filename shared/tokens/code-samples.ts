import { curlSample } from './curl-sample.ts'
import { javaSample } from './java-sample.ts'
import { nodeSample } from './node-sample.ts'
import { pythonSample } from './python-sample.ts'
import type { SampleRequest } from './sample-request.ts'

export const sampleLanguages = ['curl', 'Node', 'Python', 'Java'] as const
export type SampleLanguage = (typeof sampleLanguages)[number]

const writers: Readonly<Record<SampleLanguage, (request: SampleRequest) => string>> = {
  curl: curlSample,
  Node: nodeSample,
  Python: pythonSample,
  Java: javaSample,
}

/** Writes a program that requests a token and calls the service with it, as Clavis does. It contains no secret. */
export function codeSample(language: SampleLanguage, request: SampleRequest): string {
  return writers[language](request)
}
