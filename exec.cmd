@rem cmd has no exec: POSIX shells replace themselves with the program, so that its signals reach it (npm start).
@%*
