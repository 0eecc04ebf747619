/** Diagnoses boxes in a separate thread, at a lower priority than requests and messages. */
import { threadAnswers } from '../../platform/load/thread-answers.ts';
import { diagnoseBox } from './diagnose-box.ts';

threadAnswers(diagnoseBox);
